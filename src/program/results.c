/* Results of searches of programs: see results.h.  Everything that is read from
   shared memory is copied, and believed only as far as it lies there: the
   program may have written to it. */

#include "program/results.h"

#include "base/memory.h"
#include "program/symbolise.h"
#include "program/worker_ranks.h"
#include "program/worker_report.h"
#include "program/workers.h"
#include "program/explain.h"
#include "stateless/saved.h"
#include "stateless/stateless.h"

#include "base/assert.h"
#include <stdio.h>
#include <string.h>

enum { MOST_FOUND = 100 };

/*------------------------------------------------------------------------*/
/* From shared memory. */

static void *copy_of (const sett_shared *shared, const void *from, size_t count,
                      size_t size) {
  if (!count || count > SETT_SHARED_SIZE / size ||
      !sett_shared_contains (shared, from, count * size))
    return NULL;
  return memcpy (sett_alloc (count * size), from, count * size);
}

static sett_found_violation described (const sett_counterexample *a) {
  return (sett_found_violation){.violation = a->violation,
                                .message = sett_strdup (a->message),
                                .choice_count = a->choice_count,
                                .learned_count = a->learned_count,
                                .hunted = a->hunted,
                                .walk = a->walk};
}

static sett_found_violation found_of (const sett_shared *shared,
                                      const sett_counterexample *a) {
  sett_found_violation fresh = described (a);
  fresh.choices =
      copy_of (shared, a->choices, a->choice_count, sizeof *a->choices);
  fresh.learned =
      copy_of (shared, a->learned, a->learned_count, sizeof *a->learned);
  if (!fresh.choices)
    fresh.choice_count = 0;
  if (!fresh.learned)
    fresh.learned_count = 0;
  return fresh;
}

static const char *keep (sett_results *s, sett_text *text) {
  const char *kept =
      sett_arena_copy (&s->arena, sett_text_get (text), text->length);
  sett_text_release (text);
  return kept;
}

/* A place inside of a library means nothing to the user. */
static const char *where_of (sett_results *s, sett_symboliser *symboliser,
                             const sett_note *n) {
  const sett_explainer explainer = {.symboliser = symboliser};
  const sett_backtrace stack = {.depth = n->place != 0, .frames = {n->place}};
  sett_text text = {0};
  if (!sett_explain_frame (&explainer, n->process, &stack).foreign)
    sett_explain_add_where (&explainer, n->process, &stack, &text);
  return keep (s, &text);
}

/* Did another worker see the same? */
static int is_noted (sett_results *s, const char *text, uint64_t count) {
  for (size_t i = 0; i < s->remarks.count; i++)
    if (!strncmp (s->remarks.at[i].text, text, sizeof ((sett_note *)0)->text)) {
      s->remarks.at[i].count += count;
      return 1;
    }
  return 0;
}

/* Places are those of the program in `shared`. */
static void take_notes (sett_results *s, const sett_shared *shared,
                        const sett_shared *noted) {
  sett_symboliser symboliser =
      sett_symbolise_make (shared, s->system, s->library);
  for (uint32_t i = 0; i < noted->note_count && i < SETT_MOST_NOTES; i++) {
    const sett_note *n = &noted->notes[i];
    const size_t length = strnlen (n->text, sizeof n->text);
    if (is_noted (s, n->text, n->count))
      continue;
    const sett_remark remark = {
        .text = sett_arena_copy (&s->arena, n->text, length),
        .where = where_of (s, &symboliser, n),
        .count = n->count,
        .kind = n->kind};
    SETT_PUSH (s->remarks, remark);
  }
  sett_symbolise_release (&symboliser);
}

static void add_up (volatile uint64_t *sum, uint64_t more) {
  *sum += more;
}

static uint64_t larger (uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* What several workers did together. */
static void add_shared (sett_shared *sum, const sett_shared *shared) {
  add_up (&sum->executions, shared->executions);
  add_up (&sum->asleep, shared->asleep);
  add_up (&sum->in_vain, shared->in_vain);
  sum->endless |= shared->endless;
  add_up (&sum->assumed, shared->assumed);
  add_up (&sum->cut, shared->cut);
  add_up (&sum->departed, shared->departed);
  add_up (&sum->dead_ends, shared->dead_ends);
  add_up (&sum->events, shared->events);
  add_up (&sum->violations_seen, shared->violations_seen);
  add_up (&sum->walks, shared->walks);
  sum->progress = shared->progress; /* of one worker: see check_program.c */
  sum->longest = larger (sum->longest, shared->longest);
  sum->most_threads =
      (uint32_t)larger (sum->most_threads, shared->most_threads);
  sum->member_count =
      (uint32_t)larger (sum->member_count, shared->member_count);
  sum->in_use += shared->in_use;
  sum->exhausted &= shared->exhausted;
  sum->bounded |= shared->bounded;
  sum->memory_full |= shared->memory_full;
  for (int i = 0; i < SETT_SYSTEM_PROCESSES; i++) {
    sum->members[i].unseen |= shared->members[i].unseen;
    sett_exits_add (&sum->exits[i], &shared->exits[i]);
  }
  if (shared->phase == SETT_PHASE_FAILED) {
    sum->phase = shared->phase;
    memcpy (sum->failure, shared->failure, sizeof sum->failure);
  }
}

static void take_counterexamples (sett_results *s, const sett_shared *shared) {
  const sett_counterexample *a = shared->counterexamples;
  for (size_t i = 0; a && i < MOST_FOUND; i++, a = a->next) {
    if (!sett_counterexample_is_sound (shared, a))
      break;
    SETT_PUSH (s->found, found_of (shared, a));
  }
}

/* Whoever has kept one does not know whether others exit with 0. */
static void take_failing (sett_results *s, const sett_shared *shared) {
  for (uint32_t i = 0; i < SETT_SYSTEM_PROCESSES; i++) {
    const sett_counterexample *a = shared->exits[i].failing;
    if (!a || !sett_counterexample_is_sound (shared, a))
      continue;
    SETT_PUSH (s->failing, found_of (shared, a));
    s->failing.at[s->failing.count - 1].process = i;
  }
}

/* All but what is about threads, and about processes that there are not. */
static void copy_shared (sett_shared *to, const sett_shared *from) {
  const uint32_t count = from->member_count < SETT_SYSTEM_PROCESSES
                             ? from->member_count
                             : SETT_SYSTEM_PROCESSES;
  memcpy (to, from, offsetof (sett_shared, members));
  memcpy (to->members, from->members, count * sizeof *to->members);
}

/* The shared memory goes away: what is needed of it is copied. */
static void take_results (sett_results *s, const sett_shared *shared) {
  if (s->shared_memories++)
    add_shared (&s->shared, shared);
  else
    copy_shared (&s->shared, shared);
  take_notes (s, shared, shared);
  take_counterexamples (s, shared);
  take_failing (s, shared);
  if (shared->list && shared->list_length &&
      sett_shared_contains (shared, shared->list, shared->list_length))
    sett_text_add_bytes (&s->list, shared->list, shared->list_length);
}

/* Where it does not count any more, only what is wrong is of interest. */
static void take_from_worker (void *context, const sett_shared *shared,
                              sett_taken taken) {
  sett_results *s = context;
  if (taken == SETT_TAKEN_FOUND)
    take_counterexamples (s, shared);
  else
    take_results (s, shared);
  if (taken != SETT_TAKEN_PART)
    return;
  s->earlier_memories++;
  s->shared.in_use = 0; /* others use it again */
}

static void release_found (sett_found_violation *what) {
  sett_strfree (what->message);
  sett_free (what->choices, what->choice_count * sizeof *what->choices);
  sett_free (what->learned, what->learned_count * sizeof *what->learned);
}

static void forget (void *context) {
  sett_results_forget (context);
}

/*------------------------------------------------------------------------*/
/* From what workers have told before they ended. */

typedef struct recollection {
  sett_results *results;
  int counts; /* more than violations? */
} recollection;

static void recall_list (void *context, const char *bytes, size_t count) {
  const recollection *r = context;
  if (r->counts)
    sett_text_add_bytes (&r->results->list, bytes, count);
}

static void recall_found (void *context, const sett_counterexample *a,
                          int process) {
  const recollection *r = context;
  sett_found_violation f = described (a);
  const size_t choices = f.choice_count * sizeof *f.choices;
  const size_t learned = f.learned_count * sizeof *f.learned;
  f.choices = memcpy (sett_alloc (choices), a->choices, choices);
  f.learned = memcpy (sett_alloc (learned), a->learned, learned);
  if (process < 0)
    SETT_PUSH (r->results->found, f);
  else if (r->counts) {
    f.process = (uint32_t)process;
    SETT_PUSH (r->results->failing, f);
  } else
    release_found (&f);
}

/* Of a worker that has done parts, and no more than these. */
static void recall (void *context, const sett_shared *shared,
                    const sett_report *report, sett_taken taken) {
  sett_results *s = context;
  sett_shared *counts = sett_zalloc (1, sizeof *counts);
  recollection r = {s, taken != SETT_TAKEN_FOUND};
  const sett_report_reader reader = {counts, recall_list, recall_found, &r};
  SETT_ASSERT (!r.counts || s->shared_memories);
  sett_report_read (report, &reader);
  counts->exhausted = 1;
  if (sett_system_has_java (s->system)) /* frames are those of each machine */
    for (uint32_t i = 0; i < SETT_MOST_NOTES; i++)
      counts->notes[i].place = 0;
  if (r.counts) {
    s->shared_memories++;
    s->earlier_memories++;
    add_shared (&s->shared, counts);
    take_notes (s, shared, counts);
  }
  sett_free (counts, sizeof *counts);
}

/* One of a process is enough, and none if something else was found. */
static void judge_failing (sett_results *s) {
  uint64_t reported = 0;
  for (size_t i = 0; i < s->failing.count; i++) {
    sett_found_violation *what = s->failing.at + i;
    const int other = s->found.count && !s->orders.all_errors;
    if (!s->shared.exits[what->process].succeeded || other ||
        (reported >> what->process & 1))
      release_found (what);
    else {
      SETT_PUSH (s->found, *what);
      reported |= (uint64_t)1 << what->process;
    }
  }
  s->failing.count = 0;
}

static int run_workers (sett_results *s, const sett_job *job, unsigned count,
                        const sett_transport *transport, sett_text *error) {
  const sett_workers workers = {.job = *job,
                                .workers = count,
                                .transport = transport,
                                .take = take_from_worker,
                                .forget = forget,
                                .recall = recall,
                                .context = s};
  return sett_run_workers (&workers, &s->supervised, error);
}

int sett_results_run_by_ranks (sett_results *s, const sett_job *job,
                               unsigned count, const sett_transport *transport,
                               sett_text *error) {
  const int done = run_workers (s, job, count, transport, error);
  if (done)
    sett_worker_ranks_gather (transport, s);
  judge_failing (s);
  return done;
}

int sett_results_run (sett_results *s, const sett_job *job, unsigned count,
                      sett_text *error) {
  sett_shared_handle handle = {.file = -1};
  if (count > 1 || job->parts) {
    const int done_by_all = run_workers (s, job, count, NULL, error);
    judge_failing (s);
    return done_by_all;
  }
  const int done = sett_run (job, &handle, &s->supervised, error);
  if (done)
    take_results (s, handle.shared);
  judge_failing (s);
  sett_shared_close (&handle);
  return done;
}

/*------------------------------------------------------------------------*/
/* Of other ranks. */

static void pack_text (sett_saved *b, const char *text, size_t length) {
  sett_saved_put_number (b, length);
  sett_saved_put (b, text, length);
}

/* Owned by the caller. */
static char *unpack_text (sett_saved *b) {
  const size_t length = sett_saved_get_count (b, 1);
  char *bytes = sett_zalloc (length + 1, 1);
  sett_saved_get (b, bytes, length);
  char *text = sett_strdup (bytes);
  sett_free (bytes, length + 1);
  return text;
}

static void pack_found (sett_saved *b, const sett_found_violation *f) {
  const uint64_t numbers[] = {(uint64_t)f->violation,
                              f->choice_count,
                              f->learned_count,
                              f->hunted,
                              f->walk,
                              f->process};
  sett_saved_put (b, numbers, sizeof numbers);
  pack_text (b, f->message, strlen (f->message));
  sett_saved_put (b, f->choices, f->choice_count * sizeof *f->choices);
  sett_saved_put (b, f->learned, f->learned_count * sizeof *f->learned);
}

static sett_found_violation unpack_found (sett_saved *b) {
  uint64_t numbers[6];
  sett_saved_get (b, numbers, sizeof numbers);
  sett_found_violation f = {.violation = (sett_violation_kind)numbers[0],
                            .choice_count = (uint32_t)numbers[1],
                            .learned_count = (uint32_t)numbers[2],
                            .hunted = (unsigned)numbers[3],
                            .walk = numbers[4],
                            .process = (uint32_t)numbers[5]};
  f.message = unpack_text (b);
  f.choices = sett_alloc (f.choice_count * sizeof *f.choices);
  sett_saved_get (b, f.choices, f.choice_count * sizeof *f.choices);
  f.learned = sett_alloc (f.learned_count * sizeof *f.learned);
  sett_saved_get (b, f.learned, f.learned_count * sizeof *f.learned);
  return f;
}

void sett_results_pack_found (const sett_results *s, sett_saved *b) {
  sett_saved_put_number (b, s->found.count);
  for (size_t i = 0; i < s->found.count; i++)
    pack_found (b, s->found.at + i);
}

void sett_results_unpack_found (sett_results *s, sett_saved *b) {
  for (uint64_t i = sett_saved_get_number (b); i && !b->failed; i--)
    SETT_PUSH (s->found, unpack_found (b));
}

void sett_results_pack (const sett_results *s, sett_saved *b) {
  sett_saved_put (b, &s->supervised, sizeof s->supervised);
  sett_saved_put_number (b, sett_results_workers (s));
  sett_saved_put (b, &s->shared, sizeof s->shared);
  pack_text (b, sett_text_get (&s->list), s->list.length);
  sett_results_pack_found (s, b);
  sett_saved_put_number (b, s->failing.count);
  for (size_t i = 0; i < s->failing.count; i++)
    pack_found (b, s->failing.at + i);
  sett_saved_put_number (b, s->remarks.count);
  for (size_t i = 0; i < s->remarks.count; i++) {
    const sett_remark *r = s->remarks.at + i;
    sett_saved_put_number (b, r->kind);
    sett_saved_put_number (b, r->count);
    pack_text (b, r->text, strlen (r->text));
    pack_text (b, r->where, strlen (r->where));
  }
}

static void unpack_remark (sett_results *s, sett_saved *b) {
  sett_remark r = {.kind = (sett_note_kind)sett_saved_get_number (b)};
  r.count = sett_saved_get_number (b);
  char *text = unpack_text (b), *where = unpack_text (b);
  if (!is_noted (s, text, r.count)) {
    r.text = sett_arena_copy (&s->arena, text, strlen (text));
    r.where = sett_arena_copy (&s->arena, where, strlen (where));
    SETT_PUSH (s->remarks, r);
  }
  sett_strfree (text);
  sett_strfree (where);
}

/* The worst of what became of them, and the sum of what they did. */
static void unpack_sums (sett_results *s, sett_saved *b) {
  sett_supervised supervised;
  sett_saved_get (b, &supervised, sizeof supervised);
  const unsigned memories = (unsigned)sett_saved_get_number (b);
  sett_shared *shared = sett_alloc (sizeof *shared);
  sett_saved_get (b, shared, sizeof *shared);
  if (memories && s->shared_memories)
    add_shared (&s->shared, shared);
  s->shared_memories += memories;
  if (memories && supervised.course > s->supervised.course) {
    supervised.seconds = s->supervised.seconds;
    s->supervised = supervised;
  }
  sett_free (shared, sizeof *shared);
}

void sett_results_unpack (sett_results *s, sett_saved *b) {
  unpack_sums (s, b);
  const size_t length = sett_saved_get_count (b, 1);
  char *list = sett_alloc (length + 1);
  sett_saved_get (b, list, length);
  sett_text_add_bytes (&s->list, list, length);
  sett_free (list, length + 1);
  sett_results_unpack_found (s, b);
  for (uint64_t i = sett_saved_get_number (b); i && !b->failed; i--)
    SETT_PUSH (s->failing, unpack_found (b));
  for (uint64_t i = sett_saved_get_number (b); i && !b->failed; i--)
    unpack_remark (s, b);
  SETT_ASSERT (!b->failed && b->from == b->count);
}

/*------------------------------------------------------------------------*/

unsigned sett_results_workers (const sett_results *s) {
  return s->shared_memories - s->earlier_memories;
}

void sett_results_forget (sett_results *s) {
  s->shared_memories = s->earlier_memories = 0;
  s->remarks.count = 0;
  sett_text_clear (&s->list);
}

/*------------------------------------------------------------------------*/
/* Remarks. */

void sett_results_remark (sett_results *s, sett_note_kind kind,
                          const char *text) {
  const sett_remark remark = {
      .text = sett_arena_copy (&s->arena, text, strlen (text)),
      .where = "",
      .count = 1,
      .kind = kind};
  SETT_PUSH (s->remarks, remark);
}

/* "the program", or which process of the system. */
static void add_who (const sett_results *s, sett_text *text) {
  if (s->system->multi)
    sett_text_addf (text, "process '%s'",
                    s->system->parts.at[s->supervised.who].name);
  else
    sett_text_add (text, "the program");
}

static void add_death_note (sett_results *s) {
  sett_text text = {0};
  add_who (s, &text);
  sett_text_add (&text, " ");
  sett_run_add_death (s->supervised.status, &text);
  sett_text_addf (&text, " in execution %llu, out of Sett's control",
                  (unsigned long long)s->shared.executions + 1);
  sett_results_remark (s, SETT_NOTE_BOUNDS, sett_text_get (&text));
  sett_text_release (&text);
}

/* A process that never has more than one thread has its memory to itself. */
static int add_foreign_note (sett_results *s, uint32_t member) {
  const char *foreign = member < s->system->parts.count
                            ? s->system->parts.at[member].target.foreign
                            : NULL;
  sett_text text = {0};
  if (!foreign || !s->shared.members[member].unseen)
    return 0;
  if (s->system->multi)
    sett_text_addf (&text, "%.31s: ", s->shared.members[member].name);
  sett_text_addf (&text,
                  "the accesses to memory were not seen of what 'sett cc' has "
                  "not compiled: %s",
                  foreign);
  sett_results_remark (s, SETT_NOTE_BOUNDS, sett_text_get (&text));
  sett_text_release (&text);
  return 1;
}

static void add_instrumentation_note (sett_results *s) {
  const uint32_t members = s->shared.member_count;
  sett_text text = {0};
  size_t count = 0;
  for (uint32_t i = 0; i < members; i++)
    if (s->shared.members[i].unseen && !add_foreign_note (s, i))
      sett_text_addf (&text, "%s%.31s", count++ ? ", " : "",
                      s->shared.members[i].name);
  if (count && (count == members || !s->system->multi))
    sett_text_clear (&text);
  else if (count)
    sett_text_add (&text, ": ");
  sett_text_add (&text,
                 "not instrumented: only synchronisation was seen, not the "
                 "accesses to memory (compile it with 'sett cc')");
  if (count)
    sett_results_remark (s, SETT_NOTE_BOUNDS, sett_text_get (&text));
  sett_text_release (&text);
}

/* Failures that were asked for and are not tried. */
static void add_failure_notes (sett_results *s) {
  static const struct {
    const char *word;
    int tried;
  } failures[] = {
#define FAILURE(NAME, WORD, TRIED, ...) {WORD, TRIED},
#include "shared/failure.def"
#undef FAILURE
  };
  for (int i = 0; i < SETT_FAILURE_KINDS; i++) {
    sett_text text = {0};
    if (!s->orders.failures[i] || failures[i].tried)
      continue;
    sett_text_addf (&text, "--faults %s: not tried in this version",
                    failures[i].word);
    sett_results_remark (s, SETT_NOTE_BOUNDS, sett_text_get (&text));
    sett_text_release (&text);
  }
}

/* Of n states there are less than n * n / 2 pairs, each of them equal by chance
   with a probability of 2^-128; 2^129 is more than 6.8e38. */
static const char *describe_hash (uint64_t states) {
  static char note[160];
  const double pairs = (double)states * (double)states / 6.8e38;
  int exponent = 0;
  for (double p = pairs; p > 0 && p < 1 && exponent < 39; p *= 10)
    exponent++;
  snprintf (note, sizeof note,
            "states are known by 128 bits of hash: that two of these %llu were "
            "taken for one has a probability below 1e-%d",
            (unsigned long long)states, exponent > 1 ? exponent - 1 : 0);
  return note;
}

static int is_random (const sett_results *s) {
  return s->orders.search == SETT_STATELESS_RANDOM ||
         s->orders.search == SETT_STATELESS_PCT;
}

void sett_results_conclude (sett_results *s) {
  if (s->supervised.course == SETT_COURSE_DIED)
    add_death_note (s);
  if (s->supervised.course == SETT_COURSE_SPOILED)
    sett_results_remark (
        s, SETT_NOTE_BOUNDS,
        "the program has overwritten the memory that Sett shares with it: "
        "nothing is known about it");
  if (s->supervised.course == SETT_COURSE_HUNG)
    sett_results_remark (
        s, SETT_NOTE_BOUNDS,
        "the program made no step that Sett sees for 20 seconds, in code "
        "that is not instrumented: stopped");
  add_instrumentation_note (s);
  if (s->orders.stateful && !s->found.count)
    sett_results_remark (s, SETT_NOTE_INFORMS,
                         describe_hash (s->shared.states));
  if (is_random (s))
    sett_results_remark (s, SETT_NOTE_BOUNDS,
                         "some executions only were tried, by chance");
  add_failure_notes (s);
  if (s->orders.local)
    sett_results_remark (
        s, SETT_NOTE_INFORMS,
        "--reduce local is sure to find deadlocks of all processes; what "
        "else is wrong may have been overlooked");
  if (s->orders.discipline == SETT_DISCIPLINE_PLAIN_MLD)
    sett_results_remark (s, SETT_NOTE_BOUNDS,
                         "the original discipline can overlook violations");
  if (s->orders.preemptions >= 0 && s->shared.bounded)
    sett_results_remark (s, SETT_NOTE_BOUNDS,
                         "executions with more preemptions were left out");
  if (s->shared.departed > s->shared.dead_ends)
    sett_results_remark (
        s, SETT_NOTE_BOUNDS,
        "the program behaved differently when it was run again");
}

/* "2 of 6 executions exit with status 1". */
static void add_statuses_of (const sett_results *s, uint32_t process,
                             sett_text *text) {
  const sett_exits *e = &s->shared.exits[process];
  const unsigned long long failed = e->failed, all = e->failed + e->fine;
  if (s->system->multi)
    sett_text_addf (text, "%.31s: ", s->shared.members[process].name);
  if (failed == all)
    sett_text_addf (text,
                    all == 1 ? "the only execution exits"
                             : "all %llu executions exit",
                    all);
  else
    sett_text_addf (text, "%llu of %llu executions exit%s", failed, all,
                    failed == 1 ? "s" : "");
  if (e->vary)
    sett_text_add (text, " with a status other than 0");
  else
    sett_text_addf (text, " with status %d", e->status);
}

void sett_results_add_statuses (const sett_results *s, sett_text *text) {
  const char *separator = "";
  for (uint32_t i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    if (s->orders.exit_status && s->shared.exits[i].failed) {
      sett_text_add (text, separator);
      add_statuses_of (s, i, text);
      separator = "; ";
    }
}

void sett_results_leave_out_rest (sett_results *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->remarks.count; i++)
    if (s->remarks.at[i].kind != SETT_NOTE_RESTS)
      s->remarks.at[kept++] = s->remarks.at[i];
  s->remarks.count = kept;
}

/*------------------------------------------------------------------------*/
/* The verdict. */

int sett_results_are_instrumented (const sett_results *s) {
  for (size_t i = 0; i < s->system->parts.count; i++)
    if (!s->system->parts.at[i].target.instrumented)
      return 0;
  return 1;
}

int sett_results_are_too_deep (const sett_results *s) {
  return s->shared.cut && s->shared.longest >= s->orders.most_events;
}

int sett_results_are_cut_short (const sett_results *s) {
  const sett_orders *o = &s->orders;
  return !s->shared.exhausted && o->executions &&
         s->shared.executions + s->shared.walks >= o->executions;
}

static unsigned limits_of (const sett_results *s) {
  const sett_shared *b = &s->shared;
  unsigned limits = 0;
  if (s->supervised.course == SETT_COURSE_TIME)
    limits |= SETT_LIMIT_TIME;
  if (s->supervised.course == SETT_COURSE_INTERRUPTED)
    limits |= SETT_LIMIT_INTERRUPT;
  if (b->memory_full)
    limits |= SETT_LIMIT_MEMORY;
  if (sett_results_are_too_deep (s))
    limits |= SETT_LIMIT_DEPTH;
  if (sett_results_are_cut_short (s))
    limits |= SETT_LIMIT_EXECUTIONS;
  return limits;
}

static int is_bounded (const sett_results *s) {
  for (size_t i = 0; i < s->remarks.count; i++)
    if (s->remarks.at[i].kind == SETT_NOTE_BOUNDS)
      return 1;
  return s->supervised.course != SETT_COURSE_DONE || !s->shared.exhausted ||
         s->shared.bounded;
}

sett_evidence sett_results_evidence (const sett_results *s) {
  return (sett_evidence){.failed = s->shared.phase == SETT_PHASE_FAILED,
                         .limits_hit = limits_of (s),
                         .left_out = is_bounded (s)};
}

void sett_results_release (sett_results *s) {
  for (size_t i = 0; i < s->found.count; i++)
    release_found (s->found.at + i);
  SETT_RELEASE (s->found);
  SETT_RELEASE (s->failing);
  SETT_RELEASE (s->remarks);
  sett_arena_release (&s->arena);
  sett_text_release (&s->list);
}
