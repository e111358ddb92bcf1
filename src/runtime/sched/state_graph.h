/* The graph of states that a search which compares states has seen, and what
   can be told from it: local deadlocks, and whether executions can go on for
   ever.

   A thread is in a local deadlock if it will never move again while others may.
   If so, that is also true in some terminal strongly connected component of the
   graph: a set of states that cannot be left, in none of which the thread is
   enabled (Theorem 2.1 of the process-local reduction).  A component that has
   one state in which nobody can move is a global deadlock, or the end, and not
   looked at here. */

#ifndef SETT_RUNTIME_STATE_GRAPH_H
#define SETT_RUNTIME_STATE_GRAPH_H

#include "runtime/core/engine.h"
#include "stateless/saved.h"

#define SETT_GRAPH_NOWHERE UINT32_MAX

/* The execution has come, by its last event, from the state conduct->state to
   this one (which is new: its number is the number of states so far). */
void sett_state_graph_arrive (uint32_t state, int is_new,
                              sett_thread_set enabled);

/* The execution has ended in the state conduct->state, for a reason that is not
   in the graph. */
void sett_state_graph_leave (void);

void sett_state_graph_forget (void);

/* As bytes; what is loaded comes into an empty one. */
void sett_state_graph_save (sett_saved *);
void sett_state_graph_load (sett_saved *);

/* The search is complete: notes cycles (sett_shared.endless), and adds a
   counterexample for each component with a local deadlock (the first one only,
   unless all errors are wanted; none unless deadlocks are looked for). */
void sett_state_graph_judge (void);

/* A replay has followed the choices of such a counterexample: it ends here,
   with the local deadlock, if the threads of it wait. */
__attribute__ ((noreturn)) void
sett_state_graph_confirm (sett_thread_set enabled);

#endif
