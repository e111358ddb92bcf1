/* Control-flow automata: what a proctype becomes before code is generated.

   A location is where a process can stand; its transitions are the statements
   it can execute there.  Composite statements are gone: the options of an `if`
   are transitions of one location, `goto` and `break` are folded into what
   leads to them, `atomic` is a property of transitions, a `d_step` is one
   transition with an automaton of its own, `unless` gives locations escapes. */

#ifndef SETT_PROMELA_AUTOMATON_H
#define SETT_PROMELA_AUTOMATON_H

#include "promela/parse/ast.h"

typedef struct location location;

typedef enum transition_kind {
  TRANSITION_STATEMENT,
  TRANSITION_JUMP,   /* a goto or break that could not be folded */
  TRANSITION_D_STEP, /* inner_entry to inner_exit in one go */
  TRANSITION_END     /* the process dies */
} transition_kind;

typedef struct transition {
  transition_kind kind;
  statement *statement;
  process_type *process;
  location *target;
  uint32_t number;       /* unique in the model */
  uint32_t atomic;       /* of which atomic it is a part, 0: none */
  int keeps_control;     /* the process goes on alone after it */
  location *inner_entry; /* of a d_step */
  location *inner_exit;
  uint32_t d_step;      /* number of the d_step, from 1 */
  variable_list resets; /* dead after it: set by liveness.c */
  int visible;          /* may change a proposition; set by visible.c */
  int observed;         /* may move the monitor; set by visible.c */
} transition;

/* A transition, or another location whose transitions are meant. */
typedef struct branch {
  transition *transition;
  location *location;
} branch;

struct location {
  process_type *process;
  SETT_VECTOR (branch) branches;          /* while building */
  SETT_VECTOR (transition *) transitions; /* finished; else comes last */
  SETT_VECTOR (location *)
  around;                           /* while building: escapes of each unless
                                       around it, outermost first */
  SETT_VECTOR (location *) escapes; /* finished, by priority */
  SETT_VECTOR (const char *) labels;
  location *forward; /* this location is really that one */
  int is_jump;       /* `forward` stands for a goto inside an atomic: */
  statement *jump;   /* this one */
  uint32_t atomic;   /* of which atomic it is a part, 0: none */
  int is_last;       /* its statement ends that atomic */
  uint32_t d_step;   /* inside which d_step, 0: none */
  int is_end;        /* of the process: it can only die */
  int valid_end, progress, accept;
  int silent; /* nobody needs to see a process here: set by merge_locations.c */
  uint32_t number; /* unique in the model, from 0 */
  int visited;
  const place *place;
  variable_list dead; /* of its process, and 0: set by liveness.c */
};

typedef struct automaton {
  location *entry, *end;
  SETT_VECTOR (location *) locations; /* reachable ones, also of d_steps */
  variable_list resets; /* dead from the start: set by liveness.c */
} automaton;

typedef struct automata {
  SETT_VECTOR (location *) locations;     /* all, by number */
  SETT_VECTOR (transition *) transitions; /* all, by number */
  SETT_VECTOR (transition *) dead;        /* to which no location leads */
  uint32_t d_steps;
  int has_silent;              /* some location is silent */
  struct access_map *accesses; /* set by accesses.c */
} automata;

struct diagnostics;

/* Builds tree->processes[i]->automaton; the result lives in the tree's
   arena.  Errors are reported. */
automata *sett_automata_build (tree *, struct diagnostics *);

/* The same for a never claim or trace, which is no part of the system: it has
   numbers of its own. */
automata *sett_automata_build_claim (tree *, process_type *,
                                     struct diagnostics *);

/* Where a process is when it is at the label; null if nobody gets there. */
const location *sett_automaton_find_label (const automaton *, const char *name);

const char *sett_transition_text (const transition *);
const place *sett_transition_place (const transition *);
const place *sett_location_place (const location *);

#endif
