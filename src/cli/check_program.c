/* sett check of a program: explores its executions and reports.

   The search runs inside the program and leaves schedules on the board.  Each
   is run again, in a fresh process, for its full account; only what happens
   again is reported. */

#include "base/memory.h"
#include "base/terminal.h"
#include "base/watch.h"
#include "cli/machine.h"
#include "cli/program.h"
#include "cli/verdict.h"
#include "program/crew.h"
#include "program/declarations.h"
#include "program/shadow.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/text.h"
#include "report/units.h"
#include "stateless/hunt.h"
#include "stateless/stateless.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FINDINGS = 100 };

/* A violation, ready to be reported. */
typedef struct finding {
  sett_fault fault;
  char *message, *where; /* owned */
  char *file;            /* of the trace; null: none was written; owned */
  uint64_t steps;
  unsigned hunted; /* by a walk of this kind, if not 0... */
  uint64_t walk;   /* ...and number */
  sett_text report;
} finding;

/* What a search leaves of a violation. */
typedef struct schedule {
  sett_fault fault;
  char *message;
  sett_choice *choices;
  uint32_t choice_count;
  uint64_t *learned;
  uint32_t learned_count;
  unsigned hunted; /* as of a finding */
  uint64_t walk;
} schedule;

typedef struct session {
  const sett_options *options;
  sett_system system;
  sett_kit kit;
  sett_orders orders;
  sett_declarations declarations; /* of a file */
  sett_supervised supervised;
  sett_board board; /* the header, as it was at the end */
  unsigned boards;  /* of so many workers */
  sett_text list;   /* of executions */
  SETT_VECTOR (schedule) schedules;
  SETT_VECTOR (finding) findings;
  SETT_VECTOR (sett_outcome_violation) violations; /* point into findings */
  SETT_VECTOR (sett_outcome_note) notes;
  sett_arena arena; /* texts of notes */
  sett_text meaning, error;
  sett_outcome_program program;
} session;

/* Were the accesses to memory seen, of every process? */
static int is_instrumented (const session *s) {
  for (size_t i = 0; i < s->system.parts.count; i++)
    if (!s->system.parts.at[i].target.instrumented)
      return 0;
  return 1;
}

static int is_random (const session *s) {
  return s->orders.search == SETT_STATELESS_RANDOM ||
         s->orders.search == SETT_STATELESS_PCT;
}

static int is_complete (const session *), is_too_deep (const session *);
static void add_note (session *, int bounds, const char *text);

/*------------------------------------------------------------------------*/
/* Searching. */

static void show_progress (void *context, const sett_progress_report *report) {
  const sett_progress_sample sample = {
      .seconds = report->seconds,
      .states = report->executions,
      .depth = report->longest,
      .memory = report->memory,
  };
  sett_progress_show (context, &sample);
}

static void *copy_of (const sett_board *board, const void *from, size_t count,
                      size_t size) {
  if (!count || count > SETT_BOARD_SIZE / size ||
      !sett_board_contains (board, from, count * size))
    return NULL;
  return memcpy (sett_alloc (count * size), from, count * size);
}

static void take_schedule (session *s, const sett_board *board,
                           const sett_account *a) {
  schedule fresh = {.fault = a->fault,
                    .message = sett_strdup (a->message),
                    .choice_count = a->choice_count,
                    .learned_count = a->learned_count,
                    .hunted = a->hunted,
                    .walk = a->walk};
  fresh.choices =
      copy_of (board, a->choices, a->choice_count, sizeof *a->choices);
  fresh.learned =
      copy_of (board, a->learned, a->learned_count, sizeof *a->learned);
  if (!fresh.choices)
    fresh.choice_count = 0;
  if (!fresh.learned)
    fresh.learned_count = 0;
  SETT_PUSH (s->schedules, fresh);
}

static const char *keep (session *s, sett_text *text) {
  const char *kept =
      sett_arena_copy (&s->arena, sett_text_get (text), text->length);
  sett_text_release (text);
  return kept;
}

/* A place inside of a library means nothing to the user. */
static const char *where_of (session *s, sett_cast *cast, const sett_note *n) {
  const sett_teller teller = {.cast = cast};
  const sett_stack stack = {.depth = n->place != 0, .frames = {n->place}};
  sett_text text = {0};
  if (!sett_teller_frame (&teller, n->process, &stack).foreign)
    sett_teller_add_where (&teller, n->process, &stack, &text);
  return keep (s, &text);
}

/* Did another worker see the same? */
static int is_noted (session *s, const char *text, uint64_t count) {
  for (size_t i = 0; i < s->notes.count; i++)
    if (!strncmp (s->notes.at[i].text, text, sizeof ((sett_note *)0)->text)) {
      s->notes.at[i].count += count;
      return 1;
    }
  return 0;
}

static void take_notes (session *s, const sett_board *board) {
  sett_cast cast = sett_cast_make (board, &s->system, s->kit.library);
  for (uint32_t i = 0; i < board->note_count && i < SETT_MOST_NOTES; i++) {
    const sett_note *n = &board->notes[i];
    const size_t length = strnlen (n->text, sizeof n->text);
    if (is_noted (s, n->text, n->count))
      continue;
    const sett_outcome_note note = {
        .text = sett_arena_copy (&s->arena, n->text, length),
        .where = where_of (s, &cast, n),
        .count = n->count,
        .bounds = n->bounds};
    SETT_PUSH (s->notes, note);
  }
  sett_cast_release (&cast);
}

static void add_up (volatile uint64_t *sum, uint64_t more) {
  *sum += more;
}

static uint64_t larger (uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* What several workers did together. */
static void add_board (sett_board *sum, const sett_board *board) {
  add_up (&sum->executions, board->executions);
  add_up (&sum->asleep, board->asleep);
  add_up (&sum->in_vain, board->in_vain);
  add_up (&sum->assumed, board->assumed);
  add_up (&sum->cut, board->cut);
  add_up (&sum->departed, board->departed);
  add_up (&sum->dead_ends, board->dead_ends);
  add_up (&sum->events, board->events);
  add_up (&sum->violations_seen, board->violations_seen);
  add_up (&sum->walks, board->walks);
  sum->longest = larger (sum->longest, board->longest);
  sum->most_threads = (uint32_t)larger (sum->most_threads, board->most_threads);
  sum->member_count = (uint32_t)larger (sum->member_count, board->member_count);
  sum->in_use += board->in_use;
  sum->exhausted &= board->exhausted;
  sum->bounded |= board->bounded;
  sum->memory_full |= board->memory_full;
  for (int i = 0; i < SETT_MOST_PROCESSES; i++)
    sum->members[i].unseen |= board->members[i].unseen;
  if (board->phase == SETT_PHASE_FAILED) {
    sum->phase = board->phase;
    memcpy (sum->failure, board->failure, sizeof sum->failure);
  }
}

static void take_schedules (session *s, const sett_board *board) {
  const sett_account *a = board->accounts;
  for (size_t i = 0; a && i < MOST_FINDINGS; i++, a = a->next) {
    if (!sett_account_is_sound (board, a))
      break;
    take_schedule (s, board, a);
  }
}

/* The board goes away: what is needed of it is copied. */
static void take_results (session *s, const sett_board *board) {
  if (s->boards++)
    add_board (&s->board, board);
  else
    s->board = *board;
  take_notes (s, board);
  take_schedules (s, board);
  if (board->list && board->list_length &&
      sett_board_contains (board, board->list, board->list_length))
    sett_text_add_bytes (&s->list, board->list, board->list_length);
}

/* Of a board that does not count any more, only what is wrong is of interest.
 */
static void take_from_worker (void *context, const sett_board *board,
                              int counts) {
  if (counts)
    take_results (context, board);
  else
    take_schedules (context, board);
}

static int run (session *s, const sett_job *job) {
  sett_board_handle handle = {.file = -1};
  const sett_crew crew = {.job = *job,
                          .workers = (unsigned)s->options->workers,
                          .take = take_from_worker,
                          .context = s};
  if (crew.workers > 1)
    return sett_run_crew (&crew, &s->supervised, &s->error);
  const int done = sett_run (job, &handle, &s->supervised, &s->error);
  if (done)
    take_results (s, handle.board);
  sett_board_close (&handle);
  return done;
}

/* The next stint begins with nothing. */
static void forget_results (session *s) {
  s->boards = 0;
  s->notes.count = 0;
  sett_text_clear (&s->list);
}

/* Does the next stint not matter any more?  The first one can also have ended
   by itself, without a verdict: where executions do not end. */
static int is_decided (const session *s, unsigned stint) {
  return s->schedules.count || is_complete (s) ||
         s->supervised.course == SETT_COURSE_INTERRUPTED ||
         (stint == 0 && s->supervised.course != SETT_COURSE_TIME &&
          !is_too_deep (s));
}

static int run_stints (session *s, sett_job *job) {
  const sett_orders orders = s->orders;
  double spent = 0;
  unsigned stint = 0;
  int done = run (s, job);
  while (done && !is_decided (s, stint)) {
    spent += s->supervised.seconds;
    s->supervised.seconds = 0;
    job->orders = orders;
    if (!sett_cli_stint (s->options, stint + 1, spent, &job->orders,
                         &job->seconds))
      break;
    stint++;
    forget_results (s);
    s->orders = job->orders;
    done = run (s, job);
  }
  s->supervised.seconds += spent;
  const char *note = sett_cli_stint_note (stint, is_complete (s));
  if (done && note)
    add_note (s, 0, note);
  return done;
}

static sett_exit search (session *s) {
  const sett_options *o = s->options;
  sett_progress progress;
  sett_progress_init (&progress, stderr);
  sett_progress_call (&progress, "executions", "longest");
  sett_job job = {
      .system = &s->system,
      .library = s->kit.library,
      .orders = s->orders,
      .memory = o->memory ? o->memory : sett_machine_memory () / 10 * 9,
      .interrupted = sett_cli_hold_signals (),
      .progress = o->quiet ? NULL : show_progress,
      .context = &progress,
  };
  sett_cli_stint (o, 0, 0, &job.orders, &job.seconds);
  const int done = run_stints (s, &job);
  sett_progress_end (&progress);
  return done ? SETT_EXIT_FINE
              : sett_cli_error (o->json, "%s", sett_text_get (&s->error));
}

/*------------------------------------------------------------------------*/
/* Findings. */

/* <directory>/<base name>.<number>.trace */
static void add_trace_name (const session *s, size_t number, sett_text *name) {
  static const char suffix[] = ".procfile";
  if (s->options->trace_dir)
    sett_text_addf (name, "%s/", s->options->trace_dir);
  sett_target_add_base (s->system.name, name);
  const size_t end = strlen (suffix);
  if (name->length > end && !strcmp (name->at + name->length - end, suffix))
    name->at[name->length -= end] = 0;
  sett_text_addf (name, ".%zu.trace", number);
}

static char *save_trace (const session *s, const sett_program_trace *trace,
                         size_t number) {
  if (!s->options->trace)
    return NULL;
  sett_text name = {0}, error = {0};
  char *file = NULL;
  add_trace_name (s, number, &name);
  if (sett_program_trace_save (trace, sett_text_get (&name), &error))
    file = sett_strdup (sett_text_get (&name));
  else
    fprintf (stderr, "sett: %s\n", sett_text_get (&error));
  sett_text_release (&name);
  sett_text_release (&error);
  return file;
}

/* Several workers may find the same. */
static int is_known (const session *s, const sett_program_trace *trace) {
  for (size_t i = 0; i < s->findings.count && s->options->workers > 1; i++) {
    const finding *f = &s->findings.at[i];
    if (f->fault == trace->fault && !strcmp (f->message, trace->message) &&
        !strcmp (f->where, trace->where))
      return 1;
  }
  return 0;
}

static void add_finding (session *s, sett_retelling *r,
                         const sett_orders *orders, const schedule *what) {
  sett_program_trace trace;
  sett_program_trace_fill (&trace, &s->system, orders, &r->teller);
  if (is_known (s, &trace)) {
    sett_program_trace_release (&trace);
    return;
  }
  finding *f = SETT_PUSH_SLOT (s->findings);
  *f = (finding){.fault = trace.fault,
                 .message = sett_strdup (trace.message),
                 .where = sett_strdup (trace.where),
                 .steps = trace.steps.count,
                 .hunted = what->hunted,
                 .walk = what->walk,
                 .file = save_trace (s, &trace, s->findings.count)};
  sett_retelling_add (r, s->options->verbose, !s->options->verbose, f->file,
                      &f->report);
  sett_program_trace_release (&trace);
}

/* A violation that does not happen again is not reported as one. */
static int retell_schedule (session *s, const schedule *what) {
  sett_orders orders = s->orders;
  orders.task = SETT_TASK_REPLAY;
  orders.choices = what->choices;
  orders.choice_count = what->choice_count;
  orders.learned = what->learned;
  orders.learned_count = what->learned_count;
  sett_retelling r;
  static const volatile int never; /* what was found shall be reported */
  const int ran =
      sett_retell (&r, &s->system, &s->kit, &orders, &never, &s->error);
  const int same = ran && r.account && r.account->fault == what->fault;
  if (same)
    add_finding (s, &r, &orders, what);
  else if (!s->error.length)
    sett_text_addf (&s->error,
                    "a violation was found (%s), but it did not happen again "
                    "when its schedule was repeated%s",
                    *what->message ? what->message
                                   : sett_fault_text (what->fault),
                    ran && r.handle.board->departed
                        ? ": the program behaves differently from run to run"
                        : "");
  sett_retelling_release (&r);
  return same;
}

static void retell_all (session *s) {
  for (size_t i = 0; i < s->schedules.count; i++)
    if (!retell_schedule (s, s->schedules.at + i))
      return;
}

/*------------------------------------------------------------------------*/
/* The verdict. */

/* Executions are also cut where something happens that is not controlled. */
static int is_too_deep (const session *s) {
  return s->board.cut && s->board.longest >= s->orders.most_events;
}

static int is_cut_short (const session *s) {
  const sett_orders *o = &s->orders;
  return !s->board.exhausted && o->executions &&
         s->board.executions + s->board.walks >= o->executions;
}

static unsigned limits_of (const session *s) {
  const sett_board *b = &s->board;
  unsigned limits = 0;
  if (s->supervised.course == SETT_COURSE_TIME)
    limits |= SETT_LIMIT_TIME;
  if (s->supervised.course == SETT_COURSE_INTERRUPTED)
    limits |= SETT_LIMIT_INTERRUPT;
  if (b->memory_full)
    limits |= SETT_LIMIT_MEMORY;
  if (is_too_deep (s))
    limits |= SETT_LIMIT_DEPTH;
  if (is_cut_short (s))
    limits |= SETT_LIMIT_EXECUTIONS;
  return limits;
}

static void add_note (session *s, int bounds, const char *text) {
  const sett_outcome_note note = {
      .text = sett_arena_copy (&s->arena, text, strlen (text)),
      .where = "",
      .count = 1,
      .bounds = bounds};
  SETT_PUSH (s->notes, note);
}

/* "the program", or which process of the system. */
static void add_who (const session *s, sett_text *text) {
  if (s->system.multi)
    sett_text_addf (text, "process '%s'",
                    s->system.parts.at[s->supervised.who].name);
  else
    sett_text_add (text, "the program");
}

static void add_death_note (session *s) {
  sett_text text = {0};
  add_who (s, &text);
  sett_text_add (&text, " ");
  sett_run_add_death (s->supervised.status, &text);
  sett_text_addf (&text, " in execution %llu, out of Sett's control",
                  (unsigned long long)s->board.executions + 1);
  add_note (s, 1, sett_text_get (&text));
  sett_text_release (&text);
}

/* A process that never has more than one thread has its memory to itself. */
static int add_foreign_note (session *s, uint32_t member) {
  const char *foreign = member < s->system.parts.count
                            ? s->system.parts.at[member].target.foreign
                            : NULL;
  sett_text text = {0};
  if (!foreign || !s->board.members[member].unseen)
    return 0;
  if (s->system.multi)
    sett_text_addf (&text, "%.31s: ", s->board.members[member].name);
  sett_text_addf (&text,
                  "the accesses to memory were not seen of what 'sett cc' has "
                  "not compiled: %s",
                  foreign);
  add_note (s, 1, sett_text_get (&text));
  sett_text_release (&text);
  return 1;
}

static void add_instrumentation_note (session *s) {
  const uint32_t members = s->board.member_count;
  sett_text text = {0};
  size_t count = 0;
  for (uint32_t i = 0; i < members; i++)
    if (s->board.members[i].unseen && !add_foreign_note (s, i))
      sett_text_addf (&text, "%s%.31s", count++ ? ", " : "",
                      s->board.members[i].name);
  if (count && (count == members || !s->system.multi))
    sett_text_clear (&text);
  else if (count)
    sett_text_add (&text, ": ");
  sett_text_add (&text,
                 "not instrumented: only synchronisation was seen, not the "
                 "accesses to memory (compile it with 'sett cc')");
  if (count)
    add_note (s, 1, sett_text_get (&text));
  sett_text_release (&text);
}

/* Failures that were asked for and are not tried. */
static void add_failure_notes (session *s) {
  static const struct {
    const char *word;
    int tried;
  } failures[] = {
#define FAILURE(NAME, WORD, TRIED, ...) {WORD, TRIED},
#include "shared/failure.def"
#undef FAILURE
  };
  for (int i = 0; i < SETT_FAULT_KINDS; i++) {
    sett_text text = {0};
    if (!s->orders.faults[i] || failures[i].tried)
      continue;
    sett_text_addf (&text, "--faults %s: not tried in this version",
                    failures[i].word);
    add_note (s, 1, sett_text_get (&text));
    sett_text_release (&text);
  }
}

/* What the supervisor itself knows of. */
static void add_own_notes (session *s) {
  const sett_options *o = s->options;
  if (s->supervised.course == SETT_COURSE_DIED)
    add_death_note (s);
  if (s->supervised.course == SETT_COURSE_SPOILED)
    add_note (
        s, 1,
        "the program has overwritten the memory that Sett shares with it: "
        "nothing is known about it");
  if (s->supervised.course == SETT_COURSE_HUNG)
    add_note (s, 1,
              "the program made no step that Sett sees for 20 seconds, in code "
              "that is not instrumented: stopped");
  add_instrumentation_note (s);
  if (s->orders.stateful && !s->schedules.count)
    add_note (s, 0, sett_cli_hash_note (s->board.states));
  if (is_random (s))
    add_note (s, 1, "some executions only were tried, by chance");
  add_failure_notes (s);
  if (s->orders.local)
    add_note (s, 0,
              "--reduce local is sure to find deadlocks of all processes; what "
              "else is wrong may have been overlooked");
  if (s->orders.discipline == SETT_DISCIPLINE_PLAIN_MLD)
    add_note (s, 1, "the original discipline can overlook violations");
  if ((int64_t)o->preemptions >= 0 && s->board.bounded)
    add_note (s, 1, "executions with more preemptions were left out");
  if (s->board.departed > s->board.dead_ends)
    add_note (s, 1, "the program behaved differently when it was run again");
}

static int is_complete (const session *s) {
  for (size_t i = 0; i < s->notes.count; i++)
    if (s->notes.at[i].bounds)
      return 0;
  return s->supervised.course == SETT_COURSE_DONE && s->board.exhausted &&
         !s->board.bounded && !limits_of (s);
}

static sett_verdict verdict_of (const session *s) {
  if (s->error.length)
    return SETT_ERROR;
  if (s->findings.count)
    return SETT_VIOLATED;
  return is_complete (s) ? SETT_VERIFIED : SETT_BOUNDED;
}

/* The run-time gave up, for a reason of its own. */
static void note_failure (session *s) {
  if (s->board.phase != SETT_PHASE_FAILED)
    return;
  s->board.failure[sizeof s->board.failure - 1] = 0;
  sett_text_addf (&s->error, "the run-time gave up: %s", s->board.failure);
}

/* Never more than what was looked for. */
static void add_absent (const session *s, sett_text *text) {
  const sett_orders *o = &s->orders;
  if (o->local) {
    sett_text_add (text, "no deadlock of all processes");
    return;
  }
  const int races =
      o->races && o->discipline != SETT_DISCIPLINE_NONE && is_instrumented (s);
  const char *separator = "";
  if (o->deadlocks) {
    sett_text_add (text, "no deadlock");
    separator = ", ";
  }
  if (races) {
    sett_text_addf (text, "%sno data race", separator);
    separator = ", ";
  }
  if (o->assertions) {
    sett_text_addf (text, "%sno assertion failure", separator);
    separator = ", ";
  }
  sett_text_addf (text, "%sno crash", separator);
  if (*o->reach)
    sett_text_addf (text, ", no way to label '%s'", o->reach);
}

static const char *stop_of (const session *s) {
  switch (s->supervised.course) {
  case SETT_COURSE_TIME:
    return "stopped by the time limit; ";
  case SETT_COURSE_INTERRUPTED:
    return "stopped by the interruption; ";
  default:
    return s->board.memory_full ? "stopped by the memory limit; "
           : is_too_deep (s)    ? "stopped by the depth limit; "
           : is_cut_short (s)   ? "stopped by the limit of executions; "
                                : "";
  }
}

static void add_meaning (session *s) {
  sett_text_add (&s->meaning, stop_of (s));
  add_absent (s, &s->meaning);
  if (!is_complete (s)) {
    sett_text_add (&s->meaning, " in ");
    sett_units_count (&s->meaning, s->board.executions);
    sett_text_addf (&s->meaning, " execution%s",
                    s->board.executions == 1 ? "" : "s");
  }
  sett_text_add (&s->meaning, " (sequential consistency)");
}

/*------------------------------------------------------------------------*/
/* Reporting. */

static void list_violations (session *s) {
  for (size_t i = 0; i < s->findings.count; i++) {
    const finding *f = s->findings.at + i;
    const sett_outcome_violation violation = {
        .kind = sett_fault_kind (f->fault),
        .message = f->message,
        .where = f->where,
        .trace = f->file,
        .steps = f->steps,
        .hunter = sett_hunt_kind_name (f->hunted),
        .walk = f->walk,
    };
    SETT_PUSH (s->violations, violation);
  }
}

static int is_deadlock (const finding *f) {
  return f->fault == SETT_FAULT_DEADLOCK ||
         f->fault == SETT_FAULT_LOCAL_DEADLOCK;
}

static int is_of_rest (const sett_outcome_note *n) {
  const size_t length = strlen (n->text), end = strlen (SETT_NOTE_OF_REST);
  return length >= end && !strcmp (n->text + length - end, SETT_NOTE_OF_REST);
}

/* Beside a deadlock it would be misleading that a process may wait for ever. */
static void leave_out_rest (session *s) {
  size_t kept = 0, deadlocks = 0;
  for (size_t i = 0; i < s->findings.count; i++)
    deadlocks += (size_t)is_deadlock (s->findings.at + i);
  if (!deadlocks)
    return;
  for (size_t i = 0; i < s->notes.count; i++)
    if (!is_of_rest (s->notes.at + i))
      s->notes.at[kept++] = s->notes.at[i];
  s->notes.count = kept;
}

static sett_outcome outcome_of (session *s) {
  static const char *const searches[] = {
#define STATELESS(NAME, WORD) WORD,
#include "stateless/stateless.def"
#undef STATELESS
  };
  const sett_board *b = &s->board;
  const sett_verdict verdict = verdict_of (s);
  s->program = (sett_outcome_program){
      .memory_model = "sequential consistency",
      .instrumented = is_instrumented (s),
      .in_vain = b->in_vain,
      .assumed = b->assumed,
      .cut = b->cut,
      .events = b->events,
      .longest = b->longest,
      .threads = b->most_threads,
      .processes = s->system.multi ? b->member_count : 0,
      .workers = s->boards > 1 ? s->boards : 0,
      .matched = b->matched,
      .stateful = s->orders.stateful,
      .walks = b->walks,
      .notes = s->notes.at,
      .notes_count = s->notes.count,
  };
  sett_outcome outcome = {
      .version = SETT_VERSION,
      .input = s->system.name,
      .search = searches[s->orders.search],
      .reduction = searches[s->orders.search],
      .store = s->orders.stateful ? "hash" : "none",
      .verdict = sett_verdict_name (verdict),
      .tone = sett_verdict_tone (verdict),
      .error = verdict == SETT_ERROR ? sett_text_get (&s->error) : NULL,
      .meaning = sett_text_get (&s->meaning),
      .program = &s->program,
      .violations = s->violations.at,
      .violations_count = s->violations.count,
      .violations_seen = b->violations_seen,
      .states = b->states,
      .transitions = b->events,
      .depth = b->longest,
      .executions = b->executions,
      .blocked = b->asleep,
      .seconds = s->supervised.seconds,
      .peak_memory = b->in_use,
  };
  outcome.limits_count = sett_limit_names (limits_of (s), outcome.limits);
  return outcome;
}

static void print_finding (const finding *f) {
  putchar ('\n');
  sett_cli_print (&f->report);
  if (f->file)
    printf ("\ntrace    %s\nreplay   sett replay %s\n", f->file, f->file);
}

static void report_text (const session *s, const sett_outcome *outcome) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  const int quiet = s->options->quiet;
  sett_text text = {0};
  if (s->options->outcomes)
    sett_cli_add_outcomes (&s->list, s->system.multi, &text);
  else
    sett_text_add_bytes (&text, sett_text_get (&s->list), s->list.length);
  sett_report_headline (outcome, colours, &text);
  if (outcome->violations_count > 1)
    sett_report_violations (outcome, colours, &text);
  sett_report_notes (outcome, colours, &text);
  if (!quiet) {
    sett_text_add (&text, "\n");
    sett_report_statistics (outcome, colours, &text);
  }
  sett_cli_print (&text);
  sett_text_release (&text);
  for (size_t i = 0; !quiet && i < s->findings.count; i++)
    if (!i || s->options->verbose)
      print_finding (s->findings.at + i);
}

static sett_exit report (session *s) {
  add_own_notes (s);
  note_failure (s);
  retell_all (s);
  list_violations (s);
  leave_out_rest (s);
  add_meaning (s);
  const sett_outcome outcome = outcome_of (s);
  if (s->options->json) {
    sett_text text = {0};
    sett_report_json (&outcome, &text);
    sett_cli_print (&text);
    sett_text_release (&text);
  } else
    report_text (s, &outcome);
  return sett_verdict_status (verdict_of (s));
}

/*------------------------------------------------------------------------*/

static void release_schedule (schedule *what) {
  sett_strfree (what->message);
  sett_free (what->choices, what->choice_count * sizeof *what->choices);
  sett_free (what->learned, what->learned_count * sizeof *what->learned);
}

static void release_finding (finding *f) {
  sett_strfree (f->message);
  sett_strfree (f->where);
  sett_strfree (f->file);
  sett_text_release (&f->report);
}

static void release (session *s) {
  for (size_t i = 0; i < s->schedules.count; i++)
    release_schedule (s->schedules.at + i);
  for (size_t i = 0; i < s->findings.count; i++)
    release_finding (s->findings.at + i);
  SETT_RELEASE (s->declarations);
  SETT_RELEASE (s->schedules);
  SETT_RELEASE (s->findings);
  SETT_RELEASE (s->violations);
  SETT_RELEASE (s->notes);
  sett_arena_release (&s->arena);
  sett_text_release (&s->list);
  sett_text_release (&s->meaning);
  sett_text_release (&s->error);
  sett_kit_release (&s->kit);
  sett_system_release (&s->system);
}

static sett_exit prepare (session *s) {
  const int json = s->options->json;
  sett_cli_watch (sett_cli_hold_signals (), s->options->time);
  sett_watch_phase ("compiling the program");
  const int done = sett_kit_find (&s->kit, &s->error) &&
                   sett_system_prepare (&s->system, &s->error);
  if (sett_watch_spent ())
    return sett_cli_stopped (json);
  sett_watch_end ();
  return done ? SETT_EXIT_FINE
              : sett_cli_error (json, "%s", sett_text_get (&s->error));
}

/* Names are those of one executable. */
static sett_exit declare (session *s) {
  const char *file = s->options->declarations;
  if (!file)
    return SETT_EXIT_FINE;
  if (s->system.multi)
    return sett_cli_error (s->options->json,
                           "--declarations: names of which program? It works "
                           "with a single one");
  if (!sett_declarations_read (&s->declarations, file,
                               s->system.parts.at[0].target.path,
                               s->system.parts.at[0].target.name, &s->error))
    return sett_cli_error (s->options->json, "%s", sett_text_get (&s->error));
  s->orders.declared = s->declarations.at;
  s->orders.declared_count = (uint32_t)s->declarations.count;
  return SETT_EXIT_FINE;
}

/* What was spent on compiling is not there for the search. */
static void spend (sett_options *left, double started) {
  const double least = 0.001, rest = left->time - sett_watch_now () + started;
  if (left->time > 0)
    left->time = rest > least ? rest : least;
}

sett_exit sett_cli_check_program (const sett_options *options) {
  const double started = sett_watch_now ();
  sett_options left = *options;
  session s = {.options = &left};
  sett_exit status = sett_cli_set_system (options, &s.system);
  if (!status)
    status = sett_cli_set_orders (options, &s.system, &s.orders);
  if (!status && !sett_shadow_exempt (&options->real, &s.error))
    status = sett_cli_error (options->json, "%s", sett_text_get (&s.error));
  if (!status)
    status = prepare (&s);
  spend (&left, started);
  if (!status)
    status = declare (&s);
  if (!status)
    status = search (&s);
  if (!status)
    status = report (&s);
  release (&s);
  return status;
}
