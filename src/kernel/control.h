/* The control flow of a model and what its transitions touch: all that partial
   order reductions know.

   A process stands at a location; each location has transitions; a transition
   leads to a location.  Transitions *touch objects* (variables, elements of
   arrays, channels, ...), in the ways of access.def.  The local variables of a
   process are no objects: transitions of one process depend on each other
   anyway.

   Which objects a transition touches may depend on the process that executes
   it, through constants of that process (its number, parameters that are never
   assigned): see `touches`.

   Everything here is an upper bound: a transition touches at most what is
   said.  --check-model tests it (kernel/check_model.h). */

#ifndef SETT_KERNEL_CONTROL_H
#define SETT_KERNEL_CONTROL_H

#include "kernel/model.h"

enum {
#define ACCESS(NAME, BIT, CONFLICTS, ENABLERS) SETT_ACCESS_##NAME = BIT,
#include "kernel/access.def"
#undef ACCESS
  SETT_ACCESS_NONE = 0,
  SETT_ACCESS_ANY = 255
};

/* Object 0 stands for the local variables of the process itself: a transition
   that needs it can become possible by what its own process does. */
#define SETT_OBJECT_SELF 0u

/* Two objects that every model has: the set of processes; and who is where a
   rendezvous is possible, as far as somebody watches that. */
#define SETT_OBJECT_PROCESSES 1u
#define SETT_OBJECT_HANDSHAKES 2u

#define SETT_NO_OBJECT 0xffffffffu

/* Properties of transitions. */
enum {
  SETT_KEEPS_CONTROL = 1, /* the process goes on alone after it */
  SETT_OFFERS = 2,        /* a rendezvous send: the receiver moves, too */
  SETT_WILD = 4,          /* may depend on everything in unknown ways */
  SETT_MAY_FAIL = 8,  /* its step may have a violation, other than a failed */
  SETT_ASSERTS = 128, /* assertion, which it may have as well */
  SETT_TAKES_FIRST = 256, /* receives the first message of a channel, if any */
  SETT_ON_TIMEOUT = 16,   /* only possible when nothing else is, at all */
  SETT_VISIBLE = 32,      /* may change a proposition of the claim */
  SETT_DIES = 64          /* the process ends; there is no target */
};

typedef struct sett_flow { /* of a transition */
  uint32_t target;         /* location */
  unsigned properties;
  const uint32_t *starts; /* entry locations of processes it may start */
  uint32_t starts_count;
} sett_flow;

typedef struct sett_location {
  const uint32_t *transitions; /* all that are possible here, also escapes */
  uint32_t count;
  uint32_t type;     /* of process */
  const char *label; /* that a person gave it; null: none */
  int valid_end;     /* a process may stay here for ever */
} sett_location;

/* Bytes of a process record that do not change as long as some transition ahead
   of the process uses them. */
typedef struct sett_constant {
  uint32_t from, size;
} sett_constant;

typedef struct sett_process_type {
  const sett_constant *constants;
  uint32_t constants_count;
  uint32_t entry;  /* location */
  uint32_t object; /* that stands for its processes, seen from outside */
} sett_process_type;

/* Where a process is: its location, and its record in the state. */
typedef struct sett_standing {
  uint32_t location;
  uint32_t record;
} sett_standing;

#define SETT_MOST_PROCESSES 256u

typedef struct sett_control {
  const sett_flow *flows;
  const sett_location *locations;
  uint32_t locations_count;
  const sett_process_type *types;
  uint32_t types_count;
  uint32_t objects;
  int hopeless; /* something in the model makes everything depend on
                   everything; `reason` says what */
  const char *reason;

  /* Where everybody is; gives the number of processes. */
  unsigned (*standings) (sett_model *, const unsigned char *state,
                         uint32_t size,
                         sett_standing standings[SETT_MOST_PROCESSES]);

  /* Adds to does[object] how `transition` touches each object when process
     number `process` with this record executes it, and to needs[object] the
     accesses on which it depends whether it is possible.  The record is null
     and the process SETT_NO_PROCESS for processes that do not exist yet. */
  void (*touches) (sett_model *, const unsigned char *record, unsigned process,
                   uint32_t transition, uint8_t *does, uint8_t *needs);

  /* Writes to objects[i] in which object byte i of the state lies:
     SETT_OBJECT_SELF if it belongs to the process in whose record it is, or
     outside of records to whoever moves (until another does); SETT_NO_OBJECT if
     it never changes. */
  void (*place_objects) (sett_model *, const unsigned char *state,
                         uint32_t size, uint32_t *objects);

  /* For people. */
  const char *(*name_object) (sett_model *, uint32_t object);
} sett_control;

#endif
