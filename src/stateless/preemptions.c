/* Every order of the visible operations with few preemptions (Musuvathi and
   Qadeer, Iterative context bounding): in which a thread that could go on was
   left, at most so often as the options say.  What is left out bounds the
   search.  Nobody sleeps: an order that is equivalent to one explored may need
   fewer preemptions than it.

   The runner stays with a thread while it can, so that executions keep the
   bound behind a plan that keeps it; except that the end of the program waits
   until nothing else is possible, which costs a preemption that nobody asked
   for.  Such executions count all the same. */

#include "stateless/execution_tree.h"

/* Would it be a preemption if the thread went from this state? */
static int preempts (const sett_tree *t, uint32_t index, unsigned thread) {
  if (!index)
    return 0;
  const unsigned last = t->nodes.at[index - 1].current.event.thread;
  return thread != last && sett_threads_have (t->nodes.at[index].enabled, last);
}

/* How often was a thread left before the state at hand? */
static int count_preemptions (const sett_tree *t) {
  if (!t->at)
    return 0;
  const sett_tree_node *before = &t->nodes.at[t->at - 1];
  return before->preemptions +
         preempts (t, t->at - 1, before->current.event.thread);
}

/* Threads that cannot go from here any more. */
static sett_thread_set beyond_bound (const sett_tree *t,
                                     const sett_tree_node *s) {
  sett_thread_set threads = SETT_NO_THREADS;
  for (sett_thread_set rest = s->enabled; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned thread = sett_threads_first (rest);
    if (s->preemptions + preempts (t, t->at, thread) >
        t->search.options.preemptions)
      sett_threads_add (&threads, thread);
  }
  return threads;
}

static void learn (sett_stateless *search, const sett_log *log) {
  sett_tree *t = (sett_tree *)search;
  sett_tree_node *s;
  sett_tree_begin (t, log);
  while ((s = sett_tree_arrive (t, NULL))) {
    s->preemptions = count_preemptions (t);
    if (s->is_new) {
      const sett_thread_set beyond = beyond_bound (t, s);
      sett_tree_plan (t, s->enabled);
      s->todo = sett_threads_but (s->todo, beyond);
      search->bounded |= sett_threads_any (beyond);
    }
    sett_tree_execute (t);
  }
}

sett_stateless *
sett_preemptions_create (const sett_stateless_options *options) {
  return &sett_tree_create (options, learn)->search;
}
