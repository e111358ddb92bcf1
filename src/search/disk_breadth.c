/* Breadth-first search with delayed duplicate detection: states that do not fit
   into memory go to disk.

   A reference of the tree store is what a state is: the numbers of two nodes
   (store/tree.c).  The nodes, of which states share nearly all, stay in memory.
   All else can go: the queue and the parents are tapes (search/tape.h), and
   when memory is full the references of all states that were found since it was
   full the last time are written to disk as a sorted run (store/runs.h).  Then
   the store forgets that it has seen them.

   From then on a state that is new to the store may be an old one.  So what a
   level has found is looked up on disk, all of it at once, when the level is
   over or memory is full again; what is there is taken out of the queue, and
   marked in the store, so that it is not queued again.  Nothing is expanded
   before it was looked up.

   Invariants:
   - every state that was found is in the store, or in a run, or both;
   - of the queue the states before `looked_up` differ from each other, and
   those before `written` are the ones in the runs;
   - the queue is in the order of the search in memory (breadth.c): the first to
     find a state is its parent, what is taken out would not have been put in.
   So this search expands the same states in the same order: numbers, violations
   and paths are the same. */

#include "search/disk_breadth.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "base/sort_words.h"
#include "base/watch.h"
#include "search/budget.h"
#include "search/combination.h"
#include "search/search_mutant.h"
#include "search/search_order.h"
#include "search/tape.h"
#include "store/runs.h"

#include <stdio.h>
#include <string.h>

#define NO_PARENT UINT64_MAX
#define OLD 1u             /* the mark of a state that is on disk, too */
#define FEWEST 4096u       /* states that are worth a run */
#define BLOCKS_AT_ONCE 64u /* between two looks at the limits */
#define COARSE 4u          /* bits that a deliberate error does not compare */

struct sett_disk_breadth {
  const sett_search_options *options;
  sett_disk disk;
  int open;
  sett_tape queue, parents; /* references; indices of parents */
  sett_runs runs;
  uint64_t looked_up; /* of the queue: those before are not on disk twice */
  uint64_t written;   /* of the queue: those before are in runs */
  size_t base;        /* bytes in use when the store was empty */
  uint64_t found;     /* the last look-up */
  unsigned blocks;    /* read since the last look at the limits */
};

static unsigned mutant_of (const sett_disk_breadth *d) {
  return SETT_MUTANT (d->options->explorer.reduction.mutant);
}

sett_disk_breadth *
sett_disk_breadth_create (const sett_search_options *options) {
  sett_disk_breadth *d = sett_zalloc (1, sizeof *d);
  d->options = options;
  d->disk.folder = options->disk_folder;
  d->disk.limit = options->disk;
  d->open = sett_tape_open (&d->queue, &d->disk) &&
            sett_tape_open (&d->parents, &d->disk) &&
            sett_runs_open (&d->runs, &d->disk);
  if (mutant_of (d) == SETT_MUTANT_HASHES_ONLY)
    d->runs.coarse = COARSE;
  return d;
}

void sett_disk_breadth_destroy (sett_disk_breadth *d) {
  if (!d)
    return;
  sett_tape_close (&d->queue);
  sett_tape_close (&d->parents);
  sett_runs_close (&d->runs);
  sett_free (d, sizeof *d);
}

uint64_t sett_disk_breadth_bytes (const sett_disk_breadth *d) {
  return d ? d->disk.used : 0;
}

const char *sett_search_refuses_disk (const sett_search_options *o) {
  const sett_claim *claim = o->explorer.claim;
  if (claim && sett_claim_accepts_cycles (claim))
    return "an endless run can violate it, and cycles are looked for depth "
           "first, in memory; leave --disk out";
  if (o->transport)
    return "ranks keep their states in memory; leave --disk out, or search "
           "without MPI";
  if (!sett_store_forgets (o->store))
    return "what goes to disk are states of --store tree; leave --store out";
  if (!sett_reduction_has_levels (&o->explorer.reduction))
    return "--reduce twophase stores states that are in no level; add --cache "
           "selective, or use another reduction";
  if (o->check_store)
    return "--check-store keeps all states in memory; leave it out";
  if (o->checkpointing || o->from)
    return "what is on disk is not saved; leave --checkpoint out";
  return NULL;
}

/* Has something ended the search that was neither its end nor a violation?
   (Where paths are too long it goes on.) */
static int is_cut (sett_run *run) {
  return run->failed ||
         atomic_load (&run->limits_hit) & ~(unsigned)SETT_LIMIT_DEPTH;
}

/* Something could not be done.  A disk that is full is a limit; so is memory,
   unless another limit is the reason. */
static void give_up (sett_worker *w) {
  const sett_disk_breadth *d = w->run->disk;
  if (*d->disk.message)
    sett_run_fail (w->run, "%s", d->disk.message);
  else if (d->disk.full)
    sett_run_hit (w->run, SETT_LIMIT_DISK);
  else if (!is_cut (w->run))
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
}

/* ------------------------------------------------------------ the queue --- */

static int enqueue (sett_disk_breadth *d, const sett_entry *entry,
                    uint64_t parent) {
  if (!sett_pile_fit (&d->queue.pile, 1) ||
      !sett_pile_fit (&d->parents.pile, 1))
    return 0;
  sett_pile_push (&d->queue.pile, entry->ref);
  sett_pile_push (&d->parents.pile, parent);
  SETT_ASSERT (sett_tape_count (&d->queue) == sett_tape_count (&d->parents));
  return 1;
}

static void enqueue_new (sett_worker *w) {
  for (unsigned member = 0; member < w->members; member++)
    for (size_t i = w->begins[member]; i < w->ends[member]; i++) {
      const sett_entry *entry = &w->entries.at[i];
      if (entry->found == SETT_NEW &&
          !enqueue (w->run->disk, entry, w->position + member)) {
        sett_run_hit (w->run, SETT_LIMIT_MEMORY);
        return;
      }
    }
}

static uint64_t queue_count (const sett_worker *w) {
  return sett_tape_count (&w->run->disk->queue);
}

static int fetch (sett_worker *w, uint64_t index, uint64_t *handle) {
  if (sett_tape_get (&w->run->disk->queue, index, handle))
    return 1;
  give_up (w);
  return 0;
}

/* ----------------------------------------------------------- duplicates --- */

static void mark_old (void *worker, sett_ref ref) {
  sett_worker *w = worker;
  w->run->disk->found++;
  sett_store_set_marks (w->run->store, ref, OLD);
}

/* A violation ends the search, but not a look-up. */
static int goes_on (void *worker) {
  sett_worker *w = worker;
  sett_disk_breadth *d = w->run->disk;
  if (++d->blocks < BLOCKS_AT_ONCE)
    return 1;
  d->blocks = 0;
  sett_budget_look (w);
  return !is_cut (w->run);
}

/* A sorted copy of the queue from `from` on; null: memory. */
static sett_ref *sort_tail (const sett_disk_breadth *d, uint64_t from,
                            size_t count) {
  sett_ref *refs = sett_try_resize (NULL, 0, (count + 1) * sizeof *refs);
  if (!refs)
    return NULL;
  memcpy (refs, sett_tape_tail (&d->queue, from), count * sizeof *refs);
  sett_sort_words (refs, count);
  return refs;
}

/* Takes those that are marked out of the end of the queue. */
static void drop_old (sett_worker *w) {
  sett_disk_breadth *d = w->run->disk;
  const uint64_t first = d->looked_up, count = queue_count (w) - first;
  sett_ref *refs = sett_tape_tail (&d->queue, first);
  uint64_t *parents = sett_tape_tail (&d->parents, first);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (sett_store_marks (w->run->store, refs[i]) & OLD)
      continue;
    refs[kept] = refs[i];
    parents[kept++] = parents[i];
  }
  sett_tape_cut (&d->queue, first + kept);
  sett_tape_cut (&d->parents, first + kept);
  w->counts.states -= count - kept;
}

/* Takes those states out of the queue that are old.  False: the run stops. */
static int look_up (sett_worker *w) {
  sett_disk_breadth *d = w->run->disk;
  const size_t count = queue_count (w) - d->looked_up;
  const sett_runs_reader reader = {mark_old, goes_on, w};
  const int lost = mutant_of (d) == SETT_MUTANT_LOST_RUN && d->runs.ends.count;
  sett_watch_phase ("looking states up on disk");
  if (count && d->runs.ends.count) {
    sett_ref *refs = sort_tail (d, d->looked_up, count);
    d->found = 0;
    d->runs.ends.count -= (size_t)lost;
    const int done = refs && sett_runs_look_up (&d->runs, refs, count, &reader);
    d->runs.ends.count += (size_t)lost;
    sett_free (refs, (count + 1) * sizeof *refs);
    if (!done) {
      give_up (w);
      return 0;
    }
    if (d->found)
      drop_old (w);
  }
  sett_watch_phase ("searching");
  d->looked_up = queue_count (w);
  SETT_ASSERT (w->counts.states == d->looked_up || mutant_of (d));
  return 1;
}

/* ---------------------------------------------------------- full memory --- */

/* When half of what there was for them is used by states, and by sorting them:
   tables grow by half at most before the next look.  Not if too little would
   be gained, since what stays in memory has filled it. */
static int is_full (const sett_worker *w) {
  const sett_disk_breadth *d = w->run->disk;
  const uint64_t since = queue_count (w) - d->written;
  const size_t limit = sett_memory_limited_to (), used = sett_memory_in_use ();
  if (SETT_MUTANT (d->options->spill_after))
    return since >= d->options->spill_after;
  if (since < FEWEST || used < d->base || d->base >= limit - limit / 16)
    return 0;
  return used - d->base + since * sizeof (sett_ref) > (limit - d->base) / 2;
}

/* Writes the states that are in no run yet. */
static int write_run (sett_worker *w) {
  sett_disk_breadth *d = w->run->disk;
  size_t count = queue_count (w) - d->written;
  sett_ref *refs = sort_tail (d, d->written, count);
  const size_t bytes = (count + 1) * sizeof *refs;
  sett_watch_phase ("writing states to disk");
  if (mutant_of (d) == SETT_MUTANT_LOST_BLOCK)
    count -= count / 4;
  const int done = refs && sett_runs_write (&d->runs, refs, count);
  sett_free (refs, bytes);
  return done && sett_tape_spill (&d->queue) && sett_tape_spill (&d->parents);
}

static void mutilate (sett_worker *w) {
  sett_disk_breadth *d = w->run->disk;
  if (mutant_of (d) == SETT_MUTANT_NO_LOOK)
    d->looked_up = queue_count (w);
  if (mutant_of (d) == SETT_MUTANT_EARLY_LEVEL)
    w->position = w->level_end;
  if (mutant_of (d) != SETT_MUTANT_LOST_STATES || !d->runs.ends.count)
    return;
  sett_tape_cut (&d->queue, d->looked_up);
  sett_tape_cut (&d->parents, d->looked_up);
}

/* All that was found goes to disk. */
static void make_room (sett_worker *w) {
  sett_disk_breadth *d = w->run->disk;
  mutilate (w);
  if (!look_up (w))
    return;
  if (!write_run (w) || !sett_store_forget (w->run->store))
    give_up (w);
  sett_watch_phase ("searching");
  SETT_ASSERT (d->looked_up == queue_count (w));
  d->written = d->looked_up;
  d->base = sett_memory_in_use ();
}

/* --------------------------------------------------------------- levels --- */

static void visit_level (sett_worker *w) {
  while (w->position < w->level_end) {
    sett_worker_begin (w);
    while (w->members < SETT_GROUP && w->position + w->members < w->level_end) {
      uint64_t handle;
      if (sett_run_stopping (w->run) ||
          !fetch (w, w->position + w->members, &handle))
        return;
      sett_worker_expand (w, handle);
    }
    sett_worker_commit (w);
    enqueue_new (w);
    w->position += w->members;
    if (!sett_run_stopping (w->run) && is_full (w))
      make_room (w);
  }
}

/* What was not looked up does not count; if something wrong has ended the
   search there is time to do so.  A path that could not be found because the
   disk has failed is no error of ours. */
static void settle (sett_worker *w) {
  sett_disk_breadth *d = w->run->disk;
  if (!is_cut (w->run))
    look_up (w);
  if (d->runs.ends.count)
    w->counts.states = d->looked_up;
  if (*d->disk.message)
    snprintf (w->run->result->message, sizeof w->run->result->message, "%s",
              d->disk.message);
}

void sett_disk_breadth_first (sett_worker *w) {
  for (; w->position < queue_count (w); w->depth++) {
    w->level_end = queue_count (w);
    w->counts.depth = w->depth;
    visit_level (w);
    if (sett_run_stopping (w->run) || !look_up (w))
      break;
  }
  settle (w);
}

/* From parent to parent, and back.  If the disk fails there are too few. */
void sett_disk_breadth_trail (const sett_worker *w, sett_trail *trail) {
  sett_disk_breadth *d = w->run->disk;
  uint64_t handle;
  for (uint64_t i = w->position + w->members; i != NO_PARENT;) {
    if (!sett_tape_get (&d->queue, i, &handle) ||
        !sett_tape_get (&d->parents, i, &i))
      break;
    SETT_PUSH (trail->handles, handle);
  }
  for (size_t i = 0, j = trail->handles.count; i + 1 < j; i++) {
    const uint64_t swap = trail->handles.at[i];
    trail->handles.at[i] = trail->handles.at[--j];
    trail->handles.at[j] = swap;
  }
}

int sett_disk_breadth_start (sett_worker *w, const sett_entry *root) {
  w->run->disk->base = sett_memory_in_use ();
  if (!w->run->disk->open)
    give_up (w);
  return enqueue (w->run->disk, root, NO_PARENT);
}
