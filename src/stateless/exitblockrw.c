/* ExitBlock-RW (Bruening): as exitblock, but who has gone sleeps until an event
   uses something that it uses, too, unless both only read.

   The runner does not know of this dependency.  So it is not told of sleepers:
   when an execution comes to one, the rest of it does not count. */

#include "stateless/happens_before.h"
#include "stateless/execution_tree.h"

static int wakes (const sett_event *a, const sett_effect *of_a,
                  const sett_event *b, const sett_effect *of_b) {
  if (a->thread == b->thread || a->operation == SETT_DO_END ||
      b->operation == SETT_DO_END)
    return 1;
  for (uint32_t i = 0; i < a->effects; i++)
    for (uint32_t j = 0; j < b->effects; j++)
      if (of_a[i].object == of_b[j].object &&
          !(sett_effect_is_reading (of_a[i].kind) &&
            sett_effect_is_reading (of_b[j].kind)))
        return 1;
  return 0;
}

static void learn (sett_stateless *search, const sett_log *log) {
  sett_tree *t = (sett_tree *)search;
  sett_tree_node *s;
  sett_tree_begin (t, log);
  while ((s = sett_tree_arrive (t, wakes))) {
    if (s->is_new)
      sett_tree_plan (t, s->enabled);
    sett_tree_execute (t);
  }
}

sett_stateless *
sett_exitblockrw_create (const sett_stateless_options *options) {
  return &sett_tree_create (options, learn)->search;
}
