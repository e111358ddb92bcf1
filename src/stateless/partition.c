/* A search that several share: each of them, in a process of its own, finds out
   into which parts the work falls, and explores the parts that it claims.

   A part is a beginning of executions together with a sleep set.  The parts are
   the leaves of a search in depth that branches to all threads which do not
   sleep (execution_tree.h), and ends where its ways have become many.  It goes
   the same way in every process, so that the parts have the same numbers.
   Nothing else is said between the processes than which part is the next.

   Why nothing is missed.  By the theorem of sleep sets each maximal execution
   has an equivalent one that begins with the choices of some part, such that
   none of the sleepers there could have come first in what follows.  So in it
   each sleeper comes after something that it depends on.  Therefore it is also
   an execution of another program: the one in which each sleeper is blocked
   until something happens that it depends on.  Events that are independent in
   the program are so in the other one, for what ends the blocking of a sleeper
   is dependent on it.  So every search without states is sound for the other
   program, dpor included, and no part needs to know what others have found.
   Executions of the other program that end since only sleepers are left are
   not interesting, and counted (asleep): the price of working apart.

   That price is high if ways part where it does not matter: a thread that
   sleeps for ever because nobody ever touches its lock.  So, for dpor, not all
   threads go first at each node on the way to the parts, but those that were
   seen to have to do with each other (observed.h).  That is a guess, and each
   part bears it out: dpor tells when a race asks for an execution that begins,
   on the way to the part, with a thread that nobody explores there (refuted).
   If that never happens, then the threads that go first at each node are a
   source set, and by the proof in dpor.c nothing is missed: choose the t with
   the largest N(t) among those that go first there, and t N(t) f is explored in
   some part behind t, as a sleeper that was explored before t at the node and
   keeps it from being so would have a larger N.

   That proof is about several parts at once, and each of them believes
   something else of operations whose effects cannot be foreseen (footprint.h):
   what it has seen itself.  So on the way to a part nothing is believed.  Races
   with events there are those of what was executed; N (t) and dependence are,
   too.  Is v begun by a thread r that goes first at the node?

   - r is f.  Behind N (t) it was not executed without t, and what it would do
     there may depend on N (t).  So that is an answer only if the effects of f
     are known in any case, or nothing comes before it.

   - r is in v, but neither in N (t) nor f.  If f is independent of r in z as
     well, N (r) is larger than N (t).  If not, N (r) is N (t), for all that is
     first behind N (t) in z depends on t.  Then r is a choice as good as t, and
     somebody answers for it in turn; but they cannot all answer for each other,
     t1 for t2 and so on until the last one for t1.  What f does is a function
     of what it reads, in the order in which it does so.  If f, executed behind
     N (t) alone, reads nothing that one of them writes, it does the same behind
     each ti, and is independent of all of them: but it is not independent of t.
     Else let tj be the one that writes what it reads first of that: f reads it
     behind every other ti, too, and depends on tj, also where tj was to answer.

   What comes late in an execution can be an answer in that one only: such a
   race is considered again, as others are.

   What sleeps at the root is known by what it did where it was explored.  It
   wakes by what depends on that, and so must be seen to depend on it by dpor,
   although it may do something else then: it counts as seen before the part
   begins.

   If it does happen, whoever begins that execution shall go from the node, too,
   behind all who do so: an *extension*.  Then the parts that there were are
   parts of the new division as well.  Their choices are the same; so are their
   sleep sets, in which is what was explored before them at the nodes on their
   way, and an extension is explored behind all of that; and so are the
   decisions, as those below an extension are not numbered (all threads go
   there).  What was explored of a part did not depend on who goes elsewhere:
   that only decides what is a refutation, and where fewer go there are more.
   So parts that are done stay done, and the search goes on with those of the
   extensions, which are numbered behind the others: in the order of the
   refutations, as others may follow.  It is over when the parts of the last
   ones refute nothing: then no part has, that was not answered by an extension,
   and the proof above holds for the last division.  That happens, as no thread
   is added twice to a node; who would add one in vain has found an error, and
   the search is not divided any more.

   A part can turn out to be much longer than others, so that in the end all
   wait for it.  Then it is given up, what was counted in it is forgotten, and
   it is divided anew: the search in depth goes on from its root, with its
   sleepers, until there are ways enough from there, and who goes first is
   decided by what the one who gives it up has observed.  What comes of that is
   a division as any other, whose ends are not all equally deep; the proofs
   above do not ask how deep they are.  The others find the parts of the part as
   they found the part (a *division*: stateless.h), when they claim one.  A
   refutation of who goes first there is answered as all are, when everything is
   done: the search in depth does not end then where a part was given up, but
   goes on with the decisions of its division. */

#include "base/hash.h"
#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "base/vector.h"
#include "stateless/observed.h"
#include "stateless/stateless_search.h"

#include <string.h>

/* A root with all that belongs to it. */
typedef struct part {
  sett_stateless_root root;
  sett_choice *choices;
  sett_thread_set *explored;
  sett_sleeper *sleepers;
  sett_event *events; /* of the sleepers */
  sett_effect *effects;
  uint32_t effect_count;
} part;

/* The parts of a division, once they are found. */
typedef struct branch {
  uint32_t first; /* of the parts */
  int found;
} branch;

enum { WHOLE = 0 }; /* what is scouted: that, or a division, plus 1 */

typedef struct partition {
  sett_stateless search;
  sett_stateless *scout;                /* null: it has found all parts */
  uint32_t scouted;                     /* by it */
  sett_division division;               /* ...if it is new: it is being made */
  int divides;                          /* ...is it? */
  sett_stateless_root from;             /* where the scout began, if not... */
  sett_stateless_root at;               /* ...and the worker */
  const struct sett_observed *observed; /* ...by who does that */
  SETT_VECTOR (part) parts;         /* in the order in which they were found */
  SETT_VECTOR (uint32_t) numbers;   /* of these, by which they are claimed */
  SETT_VECTOR (branch) branches;    /* divisions of this era */
  uint64_t digest;                  /* of the parts */
  uint64_t branch_digest;           /* of those of what is scouted */
  SETT_VECTOR (uint32_t) decisions; /* so many masks were used, of each */
  sett_stateless *worker;
  const struct sett_bounds *bounds;
  int works;                    /* the worker has not come to its end */
  uint64_t begun;               /* so many parts */
  uint32_t current;             /* the part that it works on */
  uint64_t waiting;             /* the one that it claimed, and scouts for */
  SETT_VECTOR (uint32_t) own;   /* parts that were claimed */
  SETT_VECTOR (uint32_t) again; /* those of them that are to be repeated */
  SETT_VECTOR (uint32_t) done;  /* those that are explored to their end */
} partition;

/*------------------------------------------------------------------------*/
/* Parts. */

static uint32_t count_effects (const sett_stateless_root *root) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < root->sleep_count; i++)
    count += root->sleepers[i].event->effects;
  return count;
}

static void copy_sleepers (part *p, const sett_stateless_root *root) {
  uint32_t at = 0;
  p->effect_count = count_effects (root);
  p->sleepers = sett_alloc (root->sleep_count * sizeof *p->sleepers);
  p->events = sett_alloc (root->sleep_count * sizeof *p->events);
  p->effects = sett_alloc (p->effect_count * sizeof *p->effects);
  for (uint32_t i = 0; i < root->sleep_count; i++) {
    const sett_sleeper *s = &root->sleepers[i];
    p->events[i] = *s->event;
    if (s->event->effects)
      memcpy (p->effects + at, s->effects,
              s->event->effects * sizeof *s->effects);
    p->sleepers[i] = (sett_sleeper){&p->events[i], p->effects + at};
    at += s->event->effects;
  }
  SETT_ASSERT (at <= p->effect_count);
}

static uint64_t digest_with (uint64_t digest, const sett_stateless_root *root) {
  for (uint32_t i = 0; i < root->length; i++)
    digest = sett_mix64 (digest + 1 + root->choices[i].thread * 65536u +
                         root->choices[i].alternative);
  for (uint32_t i = 0; i < root->sleep_count; i++)
    digest = sett_mix64 (digest ^ root->sleepers[i].event->thread);
  return digest;
}

static void add_part (void *context, const sett_stateless_root *root) {
  partition *d = context;
  part *p = SETT_PUSH_SLOT (d->parts);
  SETT_ASSERT (d->scout);
  *p = (part){.root = *root};
  p->choices = sett_alloc (root->length * sizeof *p->choices);
  p->explored = sett_alloc (root->length * sizeof *p->explored);
  if (root->length) {
    memcpy (p->choices, root->choices, root->length * sizeof *p->choices);
    memcpy (p->explored, root->explored, root->length * sizeof *p->explored);
  }
  copy_sleepers (p, root);
  p->root.choices = p->choices;
  p->root.explored = p->explored;
  p->root.sleepers = p->sleepers;
  uint64_t *digest = d->scouted == WHOLE ? &d->digest : &d->branch_digest;
  *digest = digest_with (*digest, root);
}

static void release_part (part *p) {
  sett_free (p->choices, p->root.length * sizeof *p->choices);
  sett_free (p->explored, p->root.length * sizeof *p->explored);
  sett_free (p->sleepers, p->root.sleep_count * sizeof *p->sleepers);
  sett_free (p->events, p->root.sleep_count * sizeof *p->events);
  sett_free (p->effects, p->effect_count * sizeof *p->effects);
}

static void drop (partition *d, uint32_t number) {
  size_t kept = 0;
  for (size_t i = 0; i < d->own.count; i++)
    if (d->own.at[i] != number)
      d->own.at[kept++] = d->own.at[i];
  d->own.count = kept;
}

/*------------------------------------------------------------------------*/
/* Finding the parts: dpor has no order of its own before it has seen races. */

static int is_dpor (const partition *d) {
  return d->search.options.kind == SETT_STATELESS_DPOR &&
         d->search.options.preemptions < 0;
}

/* How many decisions there were before in what is divided. */
static uint32_t next_decision (partition *d, uint32_t division) {
  while (d->decisions.count <= division)
    SETT_PUSH (d->decisions, 0);
  return d->decisions.at[division]++;
}

/* A decision that was made before; what is not known is for all. */
static sett_thread_set recall (const sett_stateless_pool *pool, uint32_t number,
                               uint32_t count, const sett_log *log,
                               uint32_t index) {
  if (number >= count)
    return sett_threads_all ();
  return sett_threads_any (pool->masks[number])
             ? pool->masks[number]
             : sett_threads_of (log->events[index].thread);
}

/* Who goes first at the next node?  The decision is found where the one who
   made it put it. */
static sett_thread_set choose_in_whole (partition *d, const sett_log *log,
                                        uint32_t index) {
  const sett_stateless_pool *pool = d->search.options.pool;
  SETT_ASSERT (pool->mask_room);
  const uint32_t number = next_decision (d, WHOLE);
  if (number >= pool->mask_room)
    return sett_threads_all ();
  if (pool->observed) {
    pool->masks[number] = sett_observed_rivals (pool->observed, log, index);
    *pool->mask_count = number + 1;
  }
  return recall (pool, number, *pool->mask_count, log, index);
}

/* The same where a part is divided anew: decisions are behind all others. */
static sett_thread_set choose_in (partition *d, uint32_t division,
                                  const sett_log *log, uint32_t index) {
  const sett_stateless_pool *pool = d->search.options.pool;
  sett_division *fresh = d->divides ? &d->division : NULL;
  const sett_division *v = fresh ? fresh : &pool->divisions[division - 1];
  const uint32_t number = v->first_mask + next_decision (d, division);
  if (fresh && number < pool->mask_room) {
    pool->masks[number] = sett_observed_rivals (d->observed, log, index);
    fresh->mask_count = number + 1 - v->first_mask;
  }
  return recall (pool, number, v->first_mask + v->mask_count, log, index);
}

static sett_thread_set choose (void *context, uint32_t division,
                               const sett_log *log, uint32_t index) {
  partition *d = context;
  SETT_ASSERT (index < log->count && (d->scouted == WHOLE || !division));
  if (d->scouted != WHOLE)
    division = d->scouted;
  return division ? choose_in (d, division, log, index)
                  : choose_in_whole (d, log, index);
}

/* What was given up in eras before is divided where it would end. */
static uint32_t deepen (void *context, uint64_t path, uint32_t *ways) {
  const partition *d = context;
  const sett_stateless_pool *pool = d->search.options.pool;
  for (uint32_t i = 0; i < pool->old_divisions; i++)
    if (pool->divisions[i].path == path) {
      *ways = pool->divisions[i].ways;
      return i + 1;
    }
  return 0;
}

static sett_stateless *
create_scout (partition *d, const sett_stateless_root *root, uint32_t ways) {
  sett_stateless_options options = d->search.options;
  const sett_stateless_pool *pool = options.pool;
  if (is_dpor (d))
    options.kind = SETT_STATELESS_IFSSS;
  options.pool = NULL;
  options.root = root;
  sett_stateless *s = sett_stateless_create_in_depth (&options);
  if (is_dpor (d)) /* which looks for every trace */
    sett_tree_ignore_states (s);
  if (is_dpor (d) && pool->masks)
    sett_tree_restrict (s, choose, d);
  if (is_dpor (d) && pool->masks && !root)
    sett_tree_extend (s, pool->extensions, pool->extension_count);
  if (pool->old_divisions && !root &&
      SETT_MUTANT (options.mutant) != SETT_STATELESS_MUTANT_DIVIDED_FORGOTTEN)
    sett_tree_deepen (s, deepen, d);
  sett_tree_end_at (s, ways, add_part, d);
  return s;
}

/*------------------------------------------------------------------------*/
/* Divisions of this era. */

static const part *part_of (const partition *d, uint64_t number) {
  const uint64_t division = number >> SETT_PART_BITS;
  const uint64_t index = number & (((uint64_t)1 << SETT_PART_BITS) - 1);
  if (!division)
    return &d->parts.at[d->numbers.at[index]];
  SETT_ASSERT (division <= d->branches.count &&
               d->branches.at[division - 1].found);
  return &d->parts.at[d->branches.at[division - 1].first + index];
}

static branch *branch_of (partition *d, uint32_t division) {
  while (d->branches.count <= division)
    SETT_PUSH (d->branches, ((branch){0}));
  return &d->branches.at[division];
}

/* What is to be scouted before the part is known; WHOLE: nothing. */
static uint32_t find_unknown (partition *d, uint64_t number) {
  const sett_stateless_pool *pool = d->search.options.pool;
  uint32_t unknown = WHOLE;
  for (uint32_t v; (v = (uint32_t)(number >> SETT_PART_BITS));
       number = pool->divisions[v - 1].part)
    if (!branch_of (d, v - 1)->found)
      unknown = v;
  return unknown;
}

static void begin_branch (partition *d, uint32_t division, uint64_t number,
                          uint32_t ways) {
  branch *b = branch_of (d, division - 1);
  b->first = (uint32_t)d->parts.count;
  d->scouted = division;
  d->branch_digest = 0;
  while (d->decisions.count <= division)
    SETT_PUSH (d->decisions, 0);
  d->decisions.at[division] = 0;
  d->from = part_of (d, number)->root; /* parts move when there are more */
  if (SETT_MUTANT (d->search.options.mutant) ==
      SETT_STATELESS_MUTANT_DIVIDED_AWAKE)
    d->from.sleep_count = 0;
  d->scout = create_scout (d, &d->from, ways);
}

static void scout_division (partition *d, uint32_t division) {
  const sett_division *v = &d->search.options.pool->divisions[division - 1];
  SETT_ASSERT (!d->scout && !d->divides);
  begin_branch (d, division, v->part, v->ways);
}

/* Its parts are there by what their whole is there by. */
static void finish_branch (partition *d) {
  const sett_stateless_pool *pool = d->search.options.pool;
  const uint32_t division = d->scouted;
  branch *b = branch_of (d, division - 1);
  const uint32_t count = (uint32_t)d->parts.count - b->first;
  if (d->divides) {
    d->division.part_count = count;
    d->division.digest = d->branch_digest;
    drop (d, d->current);
  }
  const sett_division *v =
      d->divides ? &d->division : &pool->divisions[division - 1];
  d->search.refuted |= v->digest != d->branch_digest || v->part_count != count;
  b->found = 1;
  for (uint32_t i = b->first; i < d->parts.count; i++)
    d->parts.at[i].root.extension = part_of (d, v->part)->root.extension;
  if (d->divides)
    pool->divide (pool->context, v);
  d->divides = 0;
}

/*------------------------------------------------------------------------*/
/* Working on them. */

static void begin_part (partition *d, const sett_stateless_root *root) {
  sett_stateless_options options = d->search.options;
  SETT_ASSERT (root->length || !root->choices || d->parts.count);
  options.pool = NULL;
  options.root = root;
  d->works = 1;
  d->begun++;
  if (d->worker && is_dpor (d)) {
    sett_dpor_move (d->worker, root); /* it keeps what it knows of operations */
    return;
  }
  if (d->worker)
    sett_stateless_destroy (d->worker);
  d->worker = sett_stateless_create (&options);
  if (d->bounds)
    sett_stateless_bound (d->worker, d->bounds);
}

static int is_there (const partition *d, uint64_t number) {
  return number >> SETT_PART_BITS ? number != SETT_NO_PART
                                  : number < d->numbers.count;
}

/* The next part, or what must be scouted before it can begin. */
static int claim (partition *d) {
  const sett_stateless_pool *pool = d->search.options.pool;
  uint64_t number = d->waiting;
  if (number == SETT_NO_PART && d->again.count)
    number = SETT_POP (d->again);
  else if (number == SETT_NO_PART) {
    number = pool->claim (pool->context);
    if (!is_there (d, number))
      return 0;
    SETT_PUSH (d->own, (uint32_t)number);
  }
  const uint32_t unknown = find_unknown (d, number);
  d->waiting = unknown ? number : SETT_NO_PART;
  if (unknown)
    scout_division (d, unknown);
  else {
    d->current = (uint32_t)number;
    d->at = part_of (d, number)->root;
    begin_part (d, &d->at);
  }
  return 1;
}

/* Those that are to be explored.  Those that were not there without a
   refutation are behind those that were. */
static void number_parts (partition *d) {
  const sett_stateless_pool *pool = d->search.options.pool;
  for (uint32_t e = pool->answered; e <= pool->extension_count; e++)
    for (uint32_t i = 0; i < d->parts.count; i++)
      if (d->parts.at[i].root.extension == e)
        SETT_PUSH (d->numbers, i);
  SETT_ASSERT (d->numbers.count <= d->parts.count);
  if (pool->part_count)
    *pool->part_count = d->numbers.count;
  d->search.refuted |= d->numbers.count >> SETT_PART_BITS != 0;
}

static void finish_scouting (partition *d) {
  d->search.bounded |= d->scout->bounded;
  SETT_ASSERT (d->scout);
  if (d->scouted == WHOLE)
    number_parts (d);
  else
    finish_branch (d);
  sett_stateless_destroy (d->scout);
  d->scout = NULL;
}

static void leave_part (partition *d) {
  if (d->works && is_dpor (d))
    sett_dpor_leave (d->worker);
  d->works = 0;
}

static void end_part (partition *d) {
  if (d->works)
    SETT_PUSH (d->done, d->current);
  leave_part (d);
}

static const sett_plan *next (sett_stateless *search) {
  partition *d = (partition *)search;
  const sett_plan *plan;
  for (;;) {
    if (d->scout && (plan = sett_stateless_next (d->scout)))
      return plan;
    if (d->scout)
      finish_scouting (d);
    if (d->works && (plan = sett_stateless_next (d->worker)))
      return plan;
    end_part (d);
    SETT_ASSERT (!d->scout);
    if (search->refuted || !claim (d))
      return NULL;
  }
}

static void note_refutations (partition *d) {
  const sett_stateless_pool *pool = d->search.options.pool;
  sett_stateless *worker = d->worker;
  for (size_t i = 0; i < worker->refutations.count; i++)
    d->search.refuted |=
        !pool->refute ||
        !pool->refute (pool->context, &worker->refutations.at[i]);
  worker->refutations.count = 0;
}

static void learn (sett_stateless *search, const sett_log *log) {
  partition *d = (partition *)search;
  if (d->scout) {
    sett_stateless_learn (d->scout, log);
    return;
  }
  sett_stateless_learn (d->worker, log);
  SETT_ASSERT (d->works);
  search->bounded |= d->worker->bounded;
  search->statistics.restarts = d->worker->statistics.restarts;
  note_refutations (d);
}

static void destroy (sett_stateless *search) {
  partition *d = (partition *)search;
  if (d->scout)
    sett_stateless_destroy (d->scout);
  if (d->worker)
    sett_stateless_destroy (d->worker);
  for (size_t i = 0; i < d->parts.count; i++)
    release_part (&d->parts.at[i]);
  SETT_RELEASE (d->parts);
  SETT_RELEASE (d->numbers);
  SETT_RELEASE (d->own);
  SETT_RELEASE (d->again);
  SETT_RELEASE (d->done);
  SETT_RELEASE (d->branches);
  SETT_RELEASE (d->decisions);
  sett_free (d, sizeof *d);
}

sett_stateless *sett_partition_create (const sett_stateless_options *options) {
  partition *d = sett_zalloc (1, sizeof *d);
  SETT_ASSERT (options->pool);
  d->search = (sett_stateless){
      .next = next, .learn = learn, .destroy = destroy, .options = *options};
  d->waiting = SETT_NO_PART;
  d->scout = create_scout (d, NULL, options->pool->parts);
  return &d->search;
}

void sett_partition_bound (sett_stateless *search,
                           const struct sett_bounds *bounds) {
  ((partition *)search)->bounds = bounds;
}

int sett_stateless_is_scouting (const sett_stateless *search) {
  return search->options.pool && ((const partition *)search)->scout;
}

int sett_stateless_is_refuted (const sett_stateless *search) {
  return search->refuted;
}

int sett_stateless_has_parts (const sett_stateless *search) {
  const partition *d = (const partition *)search;
  return search->options.pool && !(d->scout && d->scouted == WHOLE);
}

/* What was found of it is dropped: it is scouted again when it is needed. */
static void stop_scouting (partition *d) {
  branch *b = branch_of (d, d->scouted - 1);
  while (d->parts.count > b->first)
    release_part (&d->parts.at[--d->parts.count]);
  sett_stateless_destroy (d->scout);
  d->scout = NULL;
  d->divides = 0;
  d->waiting = SETT_NO_PART;
}

void sett_stateless_repeat (sett_stateless *search) {
  partition *d = (partition *)search;
  d->again.count = 0;
  SETT_ASSERT (sett_stateless_has_parts (search));
  if (d->scout)
    stop_scouting (d);
  for (size_t i = 0; i < d->own.count; i++)
    SETT_PUSH (d->again, d->own.at[i]);
  d->done.count = 0;
  leave_part (d);
}

int sett_stateless_give_up (sett_stateless *search,
                            const struct sett_observed *observed,
                            uint32_t ways) {
  partition *d = (partition *)search;
  const sett_stateless_pool *pool = search->options.pool;
  if (!d->works || d->scout || !is_dpor (d) || !pool->masks || !pool->divide)
    return 0;
  const sett_stateless_root *root = &part_of (d, d->current)->root;
  const uint32_t number = *pool->division_count;
  d->division = (sett_division){
      .part = d->current, .ways = ways, .first_mask = *pool->mask_count};
  if (number)
    d->division.first_mask = pool->divisions[number - 1].first_mask +
                             pool->divisions[number - 1].mask_count;
  for (uint32_t i = 0; i < root->length; i++)
    d->division.path = sett_path_behind (d->division.path, root->choices[i]);
  d->observed = observed;
  d->divides = 1;
  leave_part (d);
  begin_branch (d, number + 1, d->current, ways);
  return 1;
}

int sett_stateless_is_dividing (const sett_stateless *search) {
  return search->options.pool && ((const partition *)search)->divides;
}

const uint32_t *sett_stateless_done (const sett_stateless *search,
                                     size_t *count) {
  const partition *d = (const partition *)search;
  SETT_ASSERT (search->options.pool && d->done.count <= d->own.count);
  *count = d->done.count;
  return d->done.at;
}

uint32_t sett_stateless_current (const sett_stateless *search) {
  return ((const partition *)search)->current;
}

uint64_t sett_stateless_part (const sett_stateless *search) {
  return search->options.pool ? ((const partition *)search)->begun : 0;
}

uint64_t sett_stateless_digest (const sett_stateless *search) {
  return ((const partition *)search)->digest;
}
