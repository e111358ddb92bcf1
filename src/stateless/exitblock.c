/* ExitBlock (Bruening): every order of the visible operations.  Whoever is
   enabled goes from each state, and nobody ever sleeps, so that nothing depends
   on how a state was reached: executions may end in states that were met
   before. */

#include "stateless/execution_tree.h"

static void learn (sett_stateless *search, const sett_log *log) {
  sett_tree *t = (sett_tree *)search;
  sett_tree_node *s;
  sett_tree_begin (t, log);
  while ((s = sett_tree_arrive (t, NULL))) {
    if (s->is_new)
      sett_tree_plan (t, s->enabled);
    sett_tree_execute (t);
  }
}

sett_stateless *sett_exitblock_create (const sett_stateless_options *options) {
  return &sett_tree_create (options, learn)->search;
}
