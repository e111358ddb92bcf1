/* A model: a transition system whose state is a string of bytes.

   The kernel may copy, compare and store states.  Their length may differ from
   state to state but is always a multiple of eight, so that stores can work
   on words; bytes that a state does not use are zero.

   Small steps and stable states.  A model moves in *steps*.  After a step some
   process may have to go on alone (the inside of `atomic`): the step then
   names it as `holder`, the state is *transient*, and only the holder's steps
   are to be asked for.  A state without a holder is *stable*; only stable
   states are stored, counted and matched.  When a holder cannot go on, the
   model itself offers the step `SETT_YIELD`, which leads to the stable state
   in which it waits.  `kernel/expand.h` turns small steps into the successors
   that a search sees.

   Violations.  A step may be wrong: `violation` is then a row of
   `kernel/violation.def`. A failed assertion leads on to a state like any other
   step; after every other violation there is no next state and `size` is 0. */

#ifndef SETT_KERNEL_MODEL_H
#define SETT_KERNEL_MODEL_H

#include "kernel/step.h"

#include <stddef.h>
#include <stdint.h>

struct sett_text;

void sett_sink_init (sett_sink *);
void sett_sink_clear (sett_sink *);

/* Is there more in it than offsets of 32 bits can count much longer?  Then the
   watch says that memory is spent. */
int sett_sink_overflows (const sett_sink *);

void sett_sink_release (sett_sink *);

/* What a step's transition is, independent of states. */
typedef struct sett_transition {
  const char *file;
  uint32_t line;
  const char *text;      /* the statement, as a person wrote it */
  const char *process;   /* name of the process type */
  uint32_t part_of;      /* 0, or 1 + the transition inside of which it is
                            executed: it has no steps of its own */
  uint32_t closing_line; /* by which a process ends: where its text does */
  int unwritten;         /* stands for no statement in the text */
} sett_transition;

/* One thing in a state, for people. */
typedef enum sett_item_kind {
  SETT_ITEM_VARIABLE, /* or a simple part of one */
  SETT_ITEM_CHANNEL,  /* with all of its messages; these follow one by one: */
  SETT_ITEM_MESSAGE   /* the name is the channel's */
} sett_item_kind;

typedef struct sett_item {
  sett_item_kind kind;
  const char *name, *value;
} sett_item;

typedef void (*sett_item_visitor) (void *context, const sett_item *);

typedef struct sett_model sett_model;
struct sett_model {
  const char *name;
  uint32_t transitions; /* how many there are */
  uint32_t dead;        /* statements to which no control flow leads: numbers
                           from `transitions` on, for `transition` only */
  int single_threaded;  /* one thread at a time may ask for steps */

  /* Puts exactly one step (its transition is SETT_YIELD) with the initial
     state into the sink; or a step with a violation. */
  void (*initial) (sett_model *, sett_sink *);

  /* Adds every step out of a state; those of `holder` only, unless it is
     SETT_NO_PROCESS.  Thread-safe for different sinks, unless the model is
     single_threaded. */
  void (*steps) (sett_model *, const unsigned char *state, uint32_t size,
                 unsigned holder, sett_sink *);

  /* Is a stable state without steps a proper end? */
  int (*is_end) (sett_model *, const unsigned char *state, uint32_t size);

  const sett_transition *(*transition) (sett_model *, uint32_t);

  /* What reductions need to know; null: nothing is known. */
  const struct sett_control *control;

  /* The propositions that hold in a stable state, one bit each.  Null when
     the model was loaded without a property. */
  uint64_t (*propositions) (sett_model *, const unsigned char *state,
                            uint32_t size);

  /* One of them for people; may be null. */
  void (*show_proposition) (sett_model *, unsigned number, struct sett_text *);

  /* What is wrong with a stable state as such, or SETT_VIOLATION_NONE: a
     proposition that cannot be evaluated, and on request an unspecified
     reception or a send to a full channel.  `process` is who suffers and
     `transition` by which statement (SETT_NO_PROCESS, SETT_YIELD: nobody,
     none). Null when nothing of that kind can be wrong or was asked for. */
  unsigned (*complaint) (sett_model *, const unsigned char *state,
                         uint32_t size, unsigned *process,
                         uint32_t *transition);

  /* Adds the steps of one process out of a stable state; possibly none. */
  void (*steps_of) (sett_model *, const unsigned char *state, uint32_t size,
                    unsigned process, sett_sink *);

  /* For people.  The name of a process ("P (2)"), where it stands
     ("m.pml:12, before x = 1"), all variables and channels one per line, and
     the same restricted to what differs between two states, each line
     indented by `indent` blanks. */
  void (*name_process) (sett_model *, const unsigned char *state, uint32_t size,
                        unsigned process, struct sett_text *);
  void (*show_position) (sett_model *, const unsigned char *state,
                         uint32_t size, unsigned process, struct sett_text *);
  unsigned (*processes) (sett_model *, const unsigned char *state,
                         uint32_t size); /* how many are alive */
  void (*show_state) (sett_model *, const unsigned char *state, uint32_t size,
                      int indent, struct sett_text *);
  void (*show_changes) (sett_model *, const unsigned char *before,
                        uint32_t before_size, const unsigned char *after,
                        uint32_t after_size, int indent, struct sett_text *);
  /* What `show_state` shows, one by one; may be null. */
  void (*list_items) (sett_model *, const unsigned char *state, uint32_t size,
                      sett_item_visitor, void *context);

  /* Called now and then by a search that takes long: the model may prepare
     and swap in faster code.  With several workers the others are inside
     `steps` meanwhile.  May be null. */
  void (*accelerate) (sett_model *, double seconds_so_far);

  void (*destroy) (sett_model *);
};

#endif
