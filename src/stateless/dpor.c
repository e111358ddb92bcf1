/* Optimal dynamic partial-order reduction, after Abdulla, Aronis, Jonsson and
   Sagonas (Source sets, JACM 2017): races between events of an execution tell
   what else must be explored, and wake-up trees how, so that each Mazurkiewicz
   trace is executed once.

   For each state of the execution at hand there is a node: a tree of sequences
   that are to be executed from there on, what was explored from there, and what
   need not be explored because it was before (the sleep set).  When an
   execution is learned, for each event and each earlier one that it races with
   the node of the earlier one gets the sequence with the later one in front
   (reversal.h), unless that leads to something explored.

   Why nothing is missed.  Let E be a node, all of it explored, and z an
   execution from there on that was not.  For t explored at E or asleep there
   let N(t) be what in z comes before anything dependent on t.  Choose t so that
   N(t) is largest, and let f be the first event of z behind it.  Then t N(t) f
   is a beginning of an execution that was explored, as far as order matters, or
   f is blocked there.  So t and f were found to race, and the sequence v
   contained N(t) and f.  Somebody at E or asleep there begins v, or does not
   depend on it: call it r.  If r is in z, it begins z: a contradiction.  If
   not, N(r) contains N(t) and f: another one.  If t came to sleep at an earlier
   node A the same holds for v at A; the branches on the way from A to E would
   have taken v along, so that it is in the tree of E.  This needs

   - sequences to contain everything in the execution that does not depend on
     t, also what comes after f.  As a race is found when its second event is
     new, and what comes after may change, races are considered again in each
     execution that has the same beginning up to f (`open`), unless whatever
     covers v is known to precede f in any case;
   - that nobody sleeps at the leaf of a tree.  That is so by construction: what
     sleeps has not been compatible with the branch.  Where effects are not
     foreseen exactly it may be otherwise; then sleepers are woken, at the price
     of exploring something twice;
   - f to do there what it was said to do (reversal.h, footprint.h).

   Blocked f: the last events that it conflicts with are perhaps not those that
   keep it from happening earlier.  A lock that is taken conflicts with the
   unlocking before it, which cannot come later; so the search goes on behind
   it, as long as no event is found that f could precede.  With the shortest way
   from t N(t) to a state in which f is possible, that event is t.  If there is
   no way, f is pending at the end (or dead, see below) and treated as if it
   came last.

   Or f was displaced: the thread was blocked, and did something else in its
   place (it took a signal), which perhaps has to come after t.  Without that
   event and all that happens after it the execution is one, too, and f is
   pending there.

   Turns at queues (NEXT): a receiver and a sender are dependent only where the
   one takes what the other made possible.  Which pair that is depends on the
   execution, but happens-before is still a partial order as Abdulla et al. ask
   for: in each of its linearisations the senders come in the same order, and so
   do the receivers, so that all have the same turns, each of them possible, and
   the order that they make is the same.  In the proof, f depends on t directly:
   if t were a sender and f the receiver of what it sent, f could not be in z,
   where t is not.  So both are at the same end, and a race that is looked for;
   and f could have had the turn of t, as what t waited for is before t
   (reversal.c).

   That is all of conditional dependency that fits into a partial order.  A
   semaphore at 0, V1, V2 and P of three threads: P can come before V2, and
   before V1, as V1 and V2 can be swapped, but not before both.  No partial
   order has just these linearisations, and a clock that leaves out one of the
   two edges would be wrong for the order with the other.  It is no better above
   0: from a value of n, n takers that come first lead to it.  (A semaphore at
   which that cannot happen is ample: semaphore.c.)  So semaphores are queues as
   long as one thread gives, whose own order fixes the turns; else taking and
   giving are dependent in any state.  To order the turns of several givers, as
   those of several senders are, would be sound, by the argument above, but k
   givers would have k! orders, also where nobody waits and there is one now.
   (Of a thread that waits for each of them there are (k + 1)^(k - 1) now.)  For
   pipes with records of
   different sizes nothing like turns exists: what a reader gets depends on how
   much has come by then.
   (Sleep sets alone need no partial order: ifsss.c.)

   The end of the program depends on everything.  Where it happened others were
   enabled: they go first.

   Choices: an event with alternatives is several events, of which one happens.
   The others become leaves beside it, unless somebody sleeps who is independent
   of it, and so of the others: then all that is needed comes from races, in
   which each alternative took part.  (Where alternatives need not touch the
   same they always do.)  In the proof each alternative is a t of its own, and f
   may be another one of the same event, which cannot come behind t.  Then N(t)
   does not depend on t, and if it did not depend on f either f would begin z;
   so for a sequence to be known by a thread, and for a thread to sleep, none of
   its alternatives, dead ends included, may depend on what comes
   (dpor_sleep.c).  A sequence that goes along a choice of a thread it does not
   know of goes along all its alternatives.

   Dead ends: an event that ends the execution (a violation, an assumption that
   does not hold) is treated as if its thread were blocked there: it is reported
   once, and then others go on until something happens that it depends on.  So
   what others can do before a violation is explored, but not how far each of
   them comes. The runner is told not to run into it again (the plan's
   sleepers).

   Memory.  Different leaves lead to different executions, so the trees of early
   nodes may become as large as the search is long.  When there are more than
   `most_records` events in them, branches are cut behind their first event,
   those of the earliest nodes first, until half is left (`shorten_trees`): what
   remains is bounded by the nodes times the threads and their alternatives.
   Nothing is missed: all of v was to be explored behind its first event e, and
   behind e everything is explored now, since nobody sleeps at a leaf.  Whoever
   does is woken, as above: some executions are explored twice.  A sequence that
   relied on the branch without being in it (`shared`) begins with e, or e does
   not depend on it: the same holds for it.  A race that need not be considered
   again (KNOWN_FOR_EVER, or what sett_wakeup_insert says) is one whose
   sequences have e in them whatever comes.  At each node no event is taken
   twice, so that the search still comes to its end.

   A search that begins at a root (partition.c) explores nothing that departs
   from the way there, and those that sleep at the root are blocked in the same
   way as dead ends are. */

#include "stateless/dpor.h"
#include "base/mutant.h"
#include "base/memory.h"

#include "base/assert.h"

/* Sequences of long executions would take too much memory. */
#define MOST_EXTRAS 256

/* Nodes. */

static void push_node (sett_dpor *d, sett_wakeup *wut, sett_wakeup *current) {
  SETT_PUSH (d->nodes,
             ((sett_dpor_node){.wut = wut,
                               .current = current,
                               .first_sleeper = (uint32_t)d->sleepers.count,
                               .first_parked = (uint32_t)d->parked.count}));
}

static void pop_node (sett_dpor *d) {
  const sett_dpor_node n = SETT_POP (d->nodes);
  sett_wakeup_put (&d->pool, n.wut);
  sett_wakeup_put (&d->pool, n.current);
  sett_wakeup_put (&d->pool, n.done);
  sett_wakeup_put (&d->pool, n.dead);
}

static int contains (const sett_wakeup *list, unsigned thread,
                     unsigned alternative) {
  for (; list; list = list->next)
    if (list->event.thread == thread && list->event.alternative == alternative)
      return 1;
  return 0;
}

/* So many alternatives of the thread; one may have been explored twice. */
static uint32_t count_of (const sett_wakeup *list, unsigned thread) {
  uint32_t count = 0;
  for (; list; list = list->next)
    count += list->event.thread == thread &&
             !contains (list->next, thread, list->event.alternative);
  return count;
}

/* A thread sleeps when all its alternatives are explored. */
static void complete (sett_dpor_node *n, const sett_event *event) {
  if (count_of (n->done, event->thread) + count_of (n->dead, event->thread) <
      event->alternatives)
    return;
  for (sett_wakeup *r = n->done; r; r = r->next)
    if (r->event.thread == event->thread)
      r->complete = 1;
}

/* The branch that was being explored is done, known as it was executed. */
static void finish_branch (sett_dpor *d, uint32_t index) {
  sett_dpor_node *n = &d->nodes.at[index];
  const sett_event *event = sett_hb_event (&d->order, index);
  const sett_effect *effects = sett_hb_effects (&d->order, event);
  sett_wakeup *record = n->current;
  if (record)
    sett_wakeup_set (record, event, effects);
  else
    record = sett_wakeup_get (&d->pool, event, effects);
  sett_wakeup **list =
      sett_hb_is_dead_end (&d->order, index) ? &n->dead : &n->done;
  record->next = *list;
  *list = record;
  n->current = NULL;
  complete (n, event);
}

/* The branch could not be followed at all: the thread cannot go, or has not
   that many alternatives there. */
static void refuse_branch (sett_dpor *d, sett_dpor_node *n) {
  if (!n->current->event.alternative)
    sett_threads_add (&n->refused, n->current->event.thread);
  sett_wakeup_put (&d->pool, n->current);
  n->current = NULL;
}

/* Dead ends of others' parts. */
static void park_at_root (sett_dpor *d) {
  for (size_t i = 0; i < d->root_parked.count; i++)
    SETT_PUSH (d->parked, d->root_parked.at[i]);
}

/* The nodes of a new execution.  Up to the end of the plan events sleep; the
   tree was made so that nobody sleeps then. */
static void make_nodes (sett_dpor *d, const sett_log *log) {
  const uint32_t count = log->count + (log->ending == SETT_DEPARTED);
  while (d->nodes.count > count)
    pop_node (d);
  while (d->nodes.count < count)
    push_node (d, NULL, NULL);
  for (uint32_t i = d->start + 1; i < count; i++) {
    sett_dpor_node *n = &d->nodes.at[i];
    n->first_sleeper = (uint32_t)d->sleepers.count;
    if (i < d->plan.length)
      sett_dpor_pass_sleepers (d, i - 1);
    n->sleepers = (uint32_t)d->sleepers.count - n->first_sleeper;
    n->first_parked = (uint32_t)d->parked.count;
    if (i == d->root)
      park_at_root (d);
    else
      sett_dpor_pass_parked (d, i - 1);
    n->parked = (uint32_t)d->parked.count - n->first_parked;
  }
  if (d->plan.length > d->start && log->count > d->plan.length) {
    const size_t before = d->sleepers.count;
    sett_dpor_pass_sleepers (d, d->plan.length - 1);
    d->search.statistics.twice += d->sleepers.count > before;
    d->sleepers.count = before;
  }
}

/* Choices. */

/* Whatever is chosen, does the event depend on the same? */
static int is_alike (const sett_event *event) {
  return sett_operation_has (event->operation, SETT_TRAIT_FORESEEN) ||
         sett_footprint_counts (event);
}

/* A choice was made: the other alternatives are to be explored next. */
static void add_alternatives (sett_dpor *d, uint32_t index) {
  const sett_event *event = sett_hb_event (&d->order, index);
  const sett_effect *effects = sett_hb_effects (&d->order, event);
  sett_dpor_node *n = &d->nodes.at[index];
  if (SETT_MUTANT (d->search.options.mutant) ==
          SETT_STATELESS_MUTANT_ALTERNATIVES_FORGOTTEN ||
      index < d->root ||
      (is_alike (event) && sett_dpor_anybody_sleeps (d, index)))
    return;
  for (unsigned i = event->alternatives; i-- > 0;) {
    if (i == event->alternative || contains (n->done, event->thread, i) ||
        contains (n->dead, event->thread, i) ||
        contains (n->wut, event->thread, i))
      continue;
    sett_wakeup *record = sett_wakeup_get (&d->pool, event, effects);
    record->event.alternative = (uint16_t)i;
    record->next = n->wut;
    n->wut = record;
  }
}

/* Early trees are needed last. */
static void shorten_trees (sett_dpor *d) {
  const size_t most = d->search.options.most_records;
  if (!most || d->pool.used <= most)
    return;
  for (size_t i = 0; i < d->nodes.count && d->pool.used > most / 2; i++)
    if (SETT_MUTANT (d->search.options.mutant) ==
        SETT_STATELESS_MUTANT_TREES_FELLED) {
      sett_wakeup_put (&d->pool, d->nodes.at[i].wut);
      d->nodes.at[i].wut = NULL;
    } else
      sett_wakeup_shorten (&d->pool, d->nodes.at[i].wut);
}

/* The interface. */

static void plan_path (sett_dpor *d, uint32_t index, sett_wakeup *branch) {
  d->choices.count = index;
  for (;;) {
    SETT_PUSH (d->choices, ((sett_choice){branch->event.thread,
                                          branch->event.alternative}));
    sett_wakeup *child = branch->child;
    branch->child = NULL;
    if (!child)
      break;
    push_node (d, child->next, child);
    child->next = NULL;
    branch = child;
  }
  d->plan.length = (uint32_t)d->choices.count;
}

static void forget (sett_dpor *d, uint32_t index) {
  const sett_dpor_node *n = &d->nodes.at[index];
  SETT_ASSERT (n->first_sleeper + n->sleepers <= d->sleepers.count &&
               n->first_parked + n->parked <= d->parked.count);
  sett_hb_forget (&d->order, index);
  if (d->way.count > index)
    sett_hb_forget (&d->way, index);
  d->sleepers.count = n->first_sleeper + n->sleepers;
  d->parked.count = n->first_parked + n->parked;
  while (d->open.count && d->open.at[d->open.count - 1].second >= index)
    d->open.count--;
  d->start = index;
}

/* Who leads into a dead end need not go again before something changes. */
static void make_sleep_set (sett_dpor *d, uint32_t index) {
  const sett_dpor_node *n = &d->nodes.at[index];
  d->sleep_set.count = 0;
  for (uint32_t i = 0; i < n->parked; i++) {
    const sett_wakeup *r = d->parked.at[n->first_parked + i];
    SETT_PUSH (d->sleep_set, ((sett_sleeper){&r->event, r->effects}));
  }
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    SETT_PUSH (d->sleep_set, ((sett_sleeper){&r->event, r->effects}));
  d->plan.sleepers = d->sleep_set.at;
  d->plan.sleep_count = (uint32_t)d->sleep_set.count;
  d->plan.sleep_from = index;
}

/* The last branch of a node has been explored, or could not be. */
static void close_branch (sett_dpor *d, uint32_t index) {
  if (index < d->order.count)
    finish_branch (d, index);
  else if (d->nodes.at[index].current)
    refuse_branch (d, &d->nodes.at[index]);
  forget (d, index);
}

/* The next branch of a node's tree. */
static void open_branch (sett_dpor *d, uint32_t index) {
  sett_dpor_node *n = &d->nodes.at[index];
  sett_wakeup *branch = n->wut;
  SETT_ASSERT (branch && !n->current);
  n->wut = branch->next;
  branch->next = NULL;
  n->current = branch;
  plan_path (d, index, branch);
}

/* On from a node as the runner likes. */
static void go_on (sett_dpor *d, uint32_t index) {
  sett_dpor_node *n = &d->nodes.at[index];
  n->sleepers = 0;
  d->sleepers.count = n->first_sleeper;
  d->choices.count = d->plan.length = index;
}

/* To the last node from where something is to be explored.  False: none. */
static int backtrack (sett_dpor *d) {
  while (!d->again && d->nodes.count && !d->nodes.at[d->nodes.count - 1].wut)
    pop_node (d);
  if (!d->nodes.count)
    return 0;
  const uint32_t index = (uint32_t)d->nodes.count - 1;
  close_branch (d, index);
  if (d->again)
    go_on (d, index);
  else
    open_branch (d, index);
  make_sleep_set (d, index);
  return 1;
}

static const sett_plan *next (sett_stateless *search) {
  sett_dpor *d = (sett_dpor *)search;
  shorten_trees (d);
  if (d->begun && !backtrack (d))
    return NULL;
  d->begun = 1;
  d->again = 0;
  d->plan.choices = d->choices.at;
  d->plan.most_events = search->options.most_events;
  return &d->plan;
}

/* The execution ended in the state of a node that others may rely on, because
   the plan could not be followed, or its event was a dead end.  Is somebody
   else to go on there? */
static int goes_on (const sett_dpor *d, const sett_log *log) {
  const uint32_t index = (uint32_t)d->nodes.count - 1;
  const sett_dpor_node *n = &d->nodes.at[index];
  if (log->ending == SETT_DEPARTED)
    return n->current && n->current->shared;
  if (!sett_hb_is_dead_end (&d->order, index))
    return 0;
  const sett_event *event = &log->events[index];
  sett_thread_set others = sett_log_enabled (log, index);
  sett_threads_drop (&others, event->thread);
  for (uint32_t i = 0; i < n->parked; i++)
    sett_threads_drop (&others,
                       d->parked.at[n->first_parked + i]->event.thread);
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    sett_threads_drop (&others, r->event.thread);
  if (!sett_threads_any (others) ||
      count_of (n->dead, event->thread) + 1 < event->alternatives)
    return 0;
  return index >= d->plan.length || (n->current && n->current->shared);
}

/* Back to the root, as if nothing had been explored. */
static void begin (sett_dpor *d) {
  while (d->nodes.count)
    pop_node (d);
  sett_hb_forget (&d->order, 0);
  sett_hb_forget (&d->way, 0);
  d->sleepers.count = d->parked.count = d->open.count = 0;
  d->start = 0;
  d->begun = d->again = 0;
  d->choices.count = d->plan.length = d->root;
  d->sleep_set.count = 0;
  for (size_t i = 0; i < d->root_parked.count; i++) {
    const sett_wakeup *r = d->root_parked.at[i];
    SETT_PUSH (d->sleep_set, ((sett_sleeper){&r->event, r->effects}));
  }
  d->plan.sleepers = d->sleep_set.at;
  d->plan.sleep_count = (uint32_t)d->sleep_set.count;
  d->plan.sleep_from = d->root;
}

/* The way to the root must be among the choices, whatever was there. */
static void set_root (sett_dpor *d, const sett_stateless_root *root) {
  while (d->root_parked.count)
    sett_wakeup_put (&d->pool, SETT_POP (d->root_parked));
  d->root = root->length;
  d->choices.count = d->elsewhere.count = 0;
  for (uint32_t i = 0; i < root->length; i++) {
    SETT_PUSH (d->choices, root->choices[i]);
    SETT_PUSH (d->elsewhere, root->explored[i]);
  }
  for (uint32_t i = 0; i < root->sleep_count; i++) {
    const sett_sleeper *s = &root->sleepers[i];
    sett_wakeup *r = sett_wakeup_get (&d->pool, s->event, s->effects);
    sett_footprints_learn_one (&d->footprints, s->event, s->effects);
    r->event.alternatives = 1; /* all of them are explored */
    SETT_PUSH (d->root_parked, r);
  }
}

/* Something unheard of: what was explored so far relied on less. */
static void begin_anew (sett_dpor *d) {
  begin (d);
  d->search.statistics.restarts++;
}

/* The execution is not what it was before: no runner at all. */
static void depart (sett_dpor *d, uint32_t count) {
  d->search.bounded = 1;
  while (d->nodes.count > count + 1)
    pop_node (d);
  forget (d, count);
}

/* The choices of an execution, and what else they could have been. */
static void add_choices (sett_dpor *d, const sett_log *log) {
  d->choices.count = d->start;
  for (uint32_t i = d->start; i < log->count; i++) {
    const sett_event *event = &log->events[i];
    SETT_PUSH (d->choices, ((sett_choice){event->thread, event->alternative}));
    if (event->alternatives > 1)
      add_alternatives (d, i);
  }
}

static void learn (sett_stateless *search, const sett_log *log) {
  sett_dpor *d = (sett_dpor *)search;
  d->raw = log;
  if (log->count < d->start)
    depart (d, log->count);
  if (sett_footprints_learn (&d->footprints, log, d->start) &&
      search->statistics.executions > 1) {
    begin_anew (d);
    return;
  }
  log = sett_footprints_extend (&d->footprints, log);
  sett_hb_extend (&d->order, log);
  if (sett_dpor_has_way (d))
    sett_hb_extend (&d->way, d->raw);
  make_nodes (d, log);
  add_choices (d, log);
  sett_dpor_reconsider (d);
  for (uint32_t i = d->start; i < log->count && !sett_dpor_must_stop (d); i++)
    sett_dpor_find_races (d, i);
  d->again = d->nodes.count && goes_on (d, log);
  search->bounded |= sett_dpor_must_stop (d);
  if (d->again || log->ending == SETT_DEPARTED)
    return;
  if (SETT_MUTANT (search->options.mutant) !=
      SETT_STATELESS_MUTANT_PENDING_IGNORED)
    sett_dpor_find_pending_races (d, log);
}

static void destroy (sett_stateless *search) {
  sett_dpor *d = (sett_dpor *)search;
  sett_hb_release (&d->order);
  sett_hb_release (&d->way);
  sett_sequence_release (&d->sequence);
  sett_wakeup_pool_release (&d->pool);
  sett_footprints_release (&d->footprints);
  SETT_RELEASE (d->choices);
  SETT_RELEASE (d->nodes);
  SETT_RELEASE (d->sleepers);
  SETT_RELEASE (d->parked);
  SETT_RELEASE (d->sleep_set);
  SETT_RELEASE (d->open);
  SETT_RELEASE (d->cursors);
  SETT_RELEASE (d->elsewhere);
  SETT_RELEASE (d->root_parked);
  SETT_RELEASE (d->search.refutations);
  sett_free (d, sizeof *d);
}

static uint32_t length_of (const sett_wakeup *list) {
  uint32_t length = 0;
  for (; list; list = list->next)
    length++;
  return length;
}

/* Of the last execution: at each node what was explored, the branch that goes
   on, and what waits. */
static double progress (const sett_stateless *search) {
  const sett_dpor *d = (const sett_dpor *)search;
  double share = 1, done = 0;
  for (size_t i = d->root; i < d->nodes.count; i++) {
    const sett_dpor_node *n = d->nodes.at + i;
    const uint32_t explored = length_of (n->done) + length_of (n->dead);
    const double all = explored + 1 + length_of (n->wut);
    done += share * explored / all;
    share /= all;
  }
  return done + share;
}

sett_stateless *sett_dpor_create (const sett_stateless_options *options) {
  sett_dpor *d = sett_zalloc (1, sizeof *d);
  d->search = (sett_stateless){.next = next,
                               .learn = learn,
                               .destroy = destroy,
                               .save = sett_dpor_save,
                               .load = sett_dpor_load,
                               .progress = progress,
                               .options = *options};
  d->sequence.mutant = options->mutant;
  d->sequence.most_extras =
      SETT_MUTANT (options->mutant) == SETT_STATELESS_MUTANT_SHORT_SEQUENCES
          ? 0
          : MOST_EXTRAS;
  d->plan.policy = SETT_STAY;
  d->plan.gives_up = 1;
  sett_hb_init (&d->order);
  sett_hb_init (&d->way);
  d->order.mutant = d->way.mutant = options->mutant;
  if (options->root)
    sett_dpor_move (&d->search, options->root);
  return &d->search;
}

void sett_dpor_leave (sett_stateless *search) {
  begin ((sett_dpor *)search);
}

void sett_dpor_move (sett_stateless *search, const sett_stateless_root *root) {
  sett_dpor *d = (sett_dpor *)search;
  set_root (d, root);
  begin (d);
}
