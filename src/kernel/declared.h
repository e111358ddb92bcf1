/* What a model declares of its steps (kernel/control.h), in terms of the bytes
   of a state: whose each byte is, and what a step may touch.  For those who
   test the declaration (kernel/check_model.h). */

#ifndef SETT_KERNEL_DECLARED_H
#define SETT_KERNEL_DECLARED_H

#include "base/vector.h"
#include "kernel/control.h"

/* Whose the bytes of a state are. */
typedef struct sett_chart {
  SETT_VECTOR (uint32_t) object;  /* by byte */
  SETT_VECTOR (uint16_t) process; /* by byte: in whose record, if any */
  unsigned count;                 /* of processes */
  sett_standing standings[SETT_MOST_PROCESSES];
} sett_chart;

void sett_chart_draw (sett_chart *, sett_model *, const unsigned char *state,
                      uint32_t size);
void sett_chart_release (sett_chart *);

/* What is known of the model as a whole: of types, whether anybody looks at
   their processes from outside; of locations, whether a rendezvous is possible
   there; whether it matters to anybody where that is so. */
typedef struct sett_declared {
  sett_model *model;
  const sett_control *control;
  unsigned char *type_is_watched, *meets;
  int handshakes_are_watched;
  uint8_t *does, *needs; /* by object: of the step or transition asked for */
  int wild;              /* this one may depend on what no object shows */
  uint8_t *scratch;
} sett_declared;

void sett_declared_init (sett_declared *, sett_model *);
void sett_declared_release (sett_declared *);

/* Fills `does`, `needs` and `wild` for a step, its partner in a rendezvous
   included. */
void sett_declared_step (sett_declared *, const sett_chart *,
                         const unsigned char *state, const sett_step *);

/* The same for a transition of a process, possible or not; `needs` has what its
   partners need as well. */
void sett_declared_transition (sett_declared *, const sett_chart *,
                               const unsigned char *state, unsigned process,
                               uint32_t transition);

/* Is there a rendezvous among these accesses? */
int sett_declared_meets (const sett_declared *, const uint8_t *accesses);

/* Can it matter to what was filled in last how a process stands, which has no
   part in it?  By these accesses (`does` or `needs`). */
int sett_declared_sees (sett_declared *, const uint8_t *accesses,
                        const sett_chart *, const unsigned char *state,
                        unsigned process);

#endif
