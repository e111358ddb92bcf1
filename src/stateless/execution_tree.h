/* The tree of all executions, gone through in depth: what the searches of this
   kind share (ifsss, sss, exitblock, exitblockrw, bounded preemptions).

   A node is a state of the execution at hand, the one before the event of that
   index.  It knows which threads are still to go from there, what was executed
   from there already, and what sleeps there.  All of these searches are

     explore (s, sleep):
       for each t among those that are to go from s, without sleep:
         execute t, which leads to s'
         explore (s', {u in sleep: t does not wake u})
         add t to sleep

   They differ in who is to go, and in whom an event wakes.  A runner executes
   more than one event at once, so that the recursion is turned inside out: the
   nodes are its stack, `next` goes back to the last one from where somebody is
   still to go, and `learn` is the way down, state by state:

     sett_tree_begin (t, log);
     while ((s = sett_tree_arrive (t, wakes)))
       if (s->is_new)
         sett_tree_plan (t, those that are to go);
       sett_tree_execute (t);

   What always holds: nobody who sleeps in a state is to go from there; sleepers
   and records of a node are behind those of the nodes before it. */

#ifndef SETT_STATELESS_EXECUTION_TREE_H
#define SETT_STATELESS_EXECUTION_TREE_H

#include "base/vector.h"
#include "stateless/stateless_search.h"
#include "stateless/standing.h"

/* An event with a copy of its effects, used again and again. */
typedef struct sett_record {
  sett_event event;
  sett_effect *effects;
  uint32_t room;
} sett_record;

typedef struct sett_tree_node {
  sett_thread_set todo;             /* threads that are still to go from here */
  sett_thread_set enabled;          /* that could */
  sett_thread_set asleep;           /* that need not */
  sett_record current;              /* what is being explored */
  uint32_t first_sleeper, sleepers; /* inherited ones */
  uint32_t first_done, done;        /* records of this state */
  int preemptions;                  /* before this state (preemptions.c) */
  int is_new;                       /* it is not planned who is to go */
  sett_thread_set explored;         /* threads that go from here, or sleep */
  uint64_t path;                    /* to it */
  uint32_t state;                   /* its number, if states are compared */
  uint32_t extension, branch; /* by which refutation it is there, and what is
                                 being explored (sett_stateless_root) */
  uint32_t next_extension;    /* to be looked at */
  uint32_t width;             /* how many were to go */
  uint64_t ways;              /* product of the widths before */
  uint32_t division;   /* 0: the whole; else what was divided anew, plus 1... */
  uint32_t most_ways;  /* ...which ends where there are so many */
  uint32_t decided_at; /* ...and began there, by this refutation */
} sett_tree_node;

typedef struct sett_tree {
  sett_stateless search;
  const sett_bounds *bounds;
  int bounding;     /* in this execution */
  int tells_runner; /* does the runner know when sleepers wake? */
  sett_plan plan;
  SETT_VECTOR (sett_choice) choices;
  SETT_VECTOR (sett_tree_node) nodes; /* `depth` of them count */
  uint32_t depth;
  SETT_VECTOR (sett_record) done; /* `done_count` count: by nodes */
  uint32_t done_count;
  SETT_VECTOR (uint32_t) sleepers; /* numbers of records */
  SETT_VECTOR (sett_sleeper) sleep_set;
  sett_standings standings;
  uint32_t start;
  int begun;
  /* On the way down: */
  const sett_log *log;
  uint32_t at; /* the state that it is in */
  int is_over; /* the rest of the execution does not count */
  /* Parts for somebody else (partition.c): */
  uint32_t most_ways; /* the search ends there; 0: nowhere */
  void (*visit_end) (void *, const sett_stateless_root *);
  sett_chooser *choose;  /* null: all go */
  sett_deepener *deepen; /* null: nothing was divided anew */
  void *context;
  const sett_refutation *extensions;
  uint32_t extension_count;
  SETT_VECTOR (sett_thread_set) explored; /* of the nodes before an end */
} sett_tree;

/* Must a sleeping event wake up when another one has been executed?  Such as
   sett_event_wakes; null: nobody sleeps. */
typedef int (*sett_wakes) (const sett_event *executed, const sett_effect *,
                           const sett_event *sleeper, const sett_effect *);

/* A search by that way down. */
sett_tree *sett_tree_create (const sett_stateless_options *,
                             void (*learn) (sett_stateless *,
                                            const sett_log *));

/* A new execution: to the last state that was known before. */
void sett_tree_begin (sett_tree *, const sett_log *);

/* The state that the execution has come to, with its sleep set.  Null: its end,
   or the rest does not count. */
sett_tree_node *sett_tree_arrive (sett_tree *, sett_wakes);

/* These threads are to go from here, as far as they do not sleep. */
void sett_tree_plan (sett_tree *, sett_thread_set threads);

/* Executes what was executed next. */
void sett_tree_execute (sett_tree *);

/* A persistent set of the state (persistent_threads.h), with the thread that
   went: all that are enabled where nothing is known of what threads may do. */
sett_thread_set sett_tree_persistent_set (sett_tree *);

#endif
