/* SSS (Stoller): as ifsss, on composed transitions.  A transition is a visible
   operation together with the invisible ones that follow, so that the runner
   is asked for their effects, too.  Two transitions that both pass through a
   lock, and nothing else, are independent (sett_transition_wakes_then). */

#include "stateless/execution_tree.h"

static void learn (sett_stateless *search, const sett_log *log) {
  sett_tree *t = (sett_tree *)search;
  sett_tree_node *s;
  sett_tree_begin (t, log);
  while ((s = sett_tree_arrive (t, sett_transition_wakes_then))) {
    if (s->is_new)
      sett_tree_plan (t, sett_tree_persistent_set (t));
    sett_tree_execute (t);
  }
}

sett_stateless *sett_sss_create (const sett_stateless_options *options) {
  sett_tree *t = sett_tree_create (options, learn);
  t->tells_runner = 1;
  t->plan.conditional = 1;
  t->plan.composed = 1;
  return &t->search;
}
