/* What is known of a model for reductions, while it is being described:
   objects.c (which objects there are), accesses.c (which of them transitions
   touch) and flows.c (what kind of step each transition is). */

#ifndef SETT_PROMELA_ACCESS_MAP_H
#define SETT_PROMELA_ACCESS_MAP_H

#include "promela/analyse/accesses.h"

typedef SETT_VECTOR (const transition *) transition_list;

enum {
  OBJECT_SELF = SETT_OBJECT_SELF,
  OBJECT_PROCESSES = SETT_OBJECT_PROCESSES,
  OBJECT_HANDSHAKES = SETT_OBJECT_HANDSHAKES,
  OBJECT_MONITOR,
  OBJECT_LAST,
  OBJECT_MEMORY, /* of embedded C */
  OBJECT_TYPES   /* the first; then global variables, then channels */
};

typedef struct access_map {
  sett_control control;
  tree *tree;
  automata *all;
  unsigned mutant;
  uint32_t first_channel; /* object of channel number 1 */
  uint32_t channels;
  transition_list *watched; /* by transition: what must not be possible */
  const location **source;  /* by transition; null for shared escapes */
  uint32_t *record_size;    /* by location */
  unsigned char *is_passed; /* by location: can be entered with control */
  int *type_is_watched;
  int handshakes_watched;
  /* Then: what each transition that may answer a rendezvous needs. */
  SETT_VECTOR (const uint8_t *) partners;
} access_map;

void sett_objects_number (access_map *);

/* The objects of a global variable: as many as it has elements, or one. */
uint32_t sett_object_of (const variable *);
uint32_t sett_object_elements (const variable *);

/* Can a process at the location take part in a rendezvous?  Does the transition
   offer one? */
int sett_accesses_meet_at (const access_map *, const location *);
int sett_accesses_offer (const access_map *, const transition *);

/* Fills in the flows of the control, and whether reductions make sense: when
   it is known what each transition waits for (`watched`). */
void sett_flows_describe (access_map *);

#endif
