/* sett check of a program: explores its executions and reports.

   The search runs inside the program and leaves schedules on the board.  Each
   is run again, in a fresh process, for its full account; only what happens
   again is reported. */

#include "base/memory.h"
#include "base/terminal.h"
#include "cli/machine.h"
#include "cli/program.h"
#include "cli/verdict.h"
#include "program/binary.h"
#include "program/compile.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/text.h"
#include "report/units.h"
#include "stateless/stateless.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FINDINGS = 100 };

/* A violation, ready to be reported. */
typedef struct finding {
  sett_fault fault;
  char *message, *where; /* owned */
  char *file;            /* of the trace; null: none was written; owned */
  uint64_t steps;
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
} schedule;

typedef struct session {
  const sett_options *options;
  sett_target target;
  sett_kit kit;
  sett_orders orders;
  sett_supervised supervised;
  sett_board board; /* the header, as it was at the end */
  sett_text list;   /* of executions */
  SETT_VECTOR (schedule) schedules;
  SETT_VECTOR (finding) findings;
  SETT_VECTOR (sett_outcome_violation) violations; /* point into findings */
  SETT_VECTOR (sett_outcome_note) notes;
  sett_arena arena; /* texts of notes */
  sett_text meaning, error;
  sett_outcome_program program;
} session;

/*------------------------------------------------------------------------*/
/* What is meant? */

static int has_suffix (const char *name, const char *suffix) {
  const size_t length = strlen (name), end = strlen (suffix);
  return length > end && !strcmp (name + length - end, suffix);
}

/* An executable, a script, or something else that is meant to be run. */
static int is_runnable (const char *path) {
  char start[4] = {0};
  struct stat status;
  const int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return !access (path, X_OK);
  const ssize_t got = pread (file, start, sizeof start, 0);
  const int executable = !fstat (file, &status) && S_ISREG (status.st_mode) &&
                         (status.st_mode & S_IXUSR);
  close (file);
  return executable || (got == 4 && !memcmp (start, "\177ELF", 4));
}

int sett_cli_is_program (const sett_options *o) {
  if (!o->operands.count)
    return 0;
  for (size_t i = 0; i < o->before_dashes; i++)
    if (sett_compile_takes (o->operands.at[i]))
      return 1;
  const char *first = o->operands.at[0];
  if (has_suffix (first, ".pml") || !strcmp (first, "-"))
    return 0;
  return o->program_option || is_runnable (first);
}

static void set_target (session *s) {
  const sett_options *o = s->options;
  sett_target *t = &s->target;
  size_t from = o->before_dashes;
  t->input = o->input_file;
  t->name = o->operands.at[0];
  for (size_t i = 0; i < from; i++)
    if (sett_compile_takes (o->operands.at[i])) {
      t->name = o->operands.at[i];
      for (size_t j = 0; j < o->for_compiler.count; j++)
        SETT_PUSH (t->words, o->for_compiler.at[j]);
      break;
    }
  if (!from)
    from = 1; /* sett check -- ./program argument */
  for (size_t i = from; i < o->operands.count; i++)
    SETT_PUSH (t->arguments, o->operands.at[i]);
}

/*------------------------------------------------------------------------*/
/* Options. */

static int is_random (const sett_options *o) {
  return o->search == SETT_STATELESS_RANDOM || o->search == SETT_STATELESS_PCT;
}

static sett_exit check_undo (const sett_options *o) {
  if (o->undo != SETT_UNDO_CHECKPOINT)
    return o->spacing ? sett_cli_error (o->json, "--spacing is of checkpoints: "
                                                 "it needs --undo checkpoint")
                      : SETT_EXIT_FINE;
  if (o->discipline == SETT_DISCIPLINE_MLD ||
      o->discipline == SETT_DISCIPLINE_PLAIN_MLD)
    return sett_cli_error (o->json,
                           "--undo checkpoint: which locks were held at each "
                           "access is not part of checkpoints; use --undo "
                           "replay with --discipline mld");
  if (is_random (o))
    return sett_cli_error (o->json,
                           "--undo checkpoint: random searches never go back; "
                           "leave it out");
  return SETT_EXIT_FINE;
}

static sett_exit check_options (const session *s) {
  const sett_options *o = s->options;
  const char *name = s->target.name;
  if (o->model_option)
    return sett_cli_error (o->json, "--%s is for models, and '%s' is a program",
                           o->model_option, name);
  if (!s->target.words.count && o->for_compiler.count > o->before_dashes)
    return sett_cli_error (o->json,
                           "options for the compiler need a source, but '%s' "
                           "is a program",
                           name);
  if (!s->target.words.count && o->before_dashes > 1)
    return sett_cli_error (o->json,
                           "arguments of the program come after --: sett check "
                           "%s -- %s",
                           name, o->operands.at[1]);
  if (o->trace_dir && !o->trace)
    return sett_cli_error (o->json,
                           "--trace-dir and --no-trace exclude each other");
  if (o->quiet && o->verbose)
    return sett_cli_error (o->json, "--quiet and --verbose exclude each other");
  if (o->workers > 1)
    return sett_cli_error (o->json,
                           "programs are explored by one worker in this "
                           "version: leave out -j");
  if (o->stateful && o->search != SETT_STATELESS_DPOR &&
      o->search != SETT_STATELESS_IFSSS &&
      o->search != SETT_STATELESS_EXITBLOCK)
    return sett_cli_error (o->json,
                           "--stateful: states can be compared where nothing "
                           "else is left out; use --search ifsss");
  if (o->stateful && (o->discipline == SETT_DISCIPLINE_MLD ||
                      o->discipline == SETT_DISCIPLINE_PLAIN_MLD))
    return sett_cli_error (o->json,
                           "--stateful: whether an access is wrong depends on "
                           "the past, which states forget; use --discipline "
                           "none");
  if (o->stateful && (int64_t)o->preemptions >= 0)
    return sett_cli_error (o->json,
                           "--stateful and --preemptions exclude each other");
  if (o->reach && strlen (o->reach) >= sizeof s->orders.reach)
    return sett_cli_error (o->json, "--reach: the label is too long");
  return check_undo (o);
}

/* States can be compared if all orders are explored, accesses to memory
   included. */
static void make_stateful (sett_orders *orders) {
  orders->search = SETT_STATELESS_IFSSS;
  orders->discipline = SETT_DISCIPLINE_NONE;
}

static void set_orders (session *s) {
  enum { MOST_EVENTS = 100000, WALKS = 10000 };
  const sett_options *o = s->options;
  s->orders = (sett_orders){
      .task = SETT_TASK_SEARCH,
      .search = (uint8_t)o->search,
      .discipline = (uint8_t)o->discipline,
      .undo = (uint8_t)o->undo,
      .stateful = (uint8_t)o->stateful,
      .all_errors = (uint8_t)o->all_errors,
      .list = (uint8_t)o->list_executions,
      .exit_status = (uint8_t)o->exit_status,
      .deadlocks = (uint8_t)o->deadlock,
      .assertions = (uint8_t)o->assertions,
      .races = (uint8_t)o->races,
      .spacing = (uint32_t)o->spacing,
      .preemptions = (int)(int64_t)o->preemptions,
      .spurious = (uint32_t)o->spurious,
      .seed = o->seed,
      .repeats = o->repeats,
      .executions = o->executions   ? o->executions
                    : is_random (o) ? WALKS
                                    : 0,
      .most_events = o->depth > 0 && o->depth < UINT32_MAX ? (uint32_t)o->depth
                                                           : MOST_EVENTS,
      .patience = o->patience,
      .shrink_seconds = o->shrink,
  };
  if (o->reach)
    strcpy (s->orders.reach, o->reach);
  if (o->stateful)
    make_stateful (&s->orders);
}

/*------------------------------------------------------------------------*/
/* Searching. */

static void show_progress (void *context, const sett_board *board,
                           double seconds) {
  const sett_progress_sample sample = {
      .seconds = seconds,
      .states = board->executions,
      .depth = board->longest,
      .memory = board->in_use,
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
                    .learned_count = a->learned_count};
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
static const char *where_of (session *s, sett_symbols *symbols,
                             uintptr_t place) {
  const sett_teller teller = {.symbols = symbols};
  const sett_stack stack = {.depth = place != 0, .frames = {place}};
  sett_text text = {0};
  if (!sett_teller_frame (&teller, &stack).foreign)
    sett_teller_add_where (&teller, &stack, &text);
  return keep (s, &text);
}

static void take_notes (session *s, const sett_board *board) {
  if (!board->note_count)
    return;
  sett_symbols *symbols =
      sett_symbols_create (board, s->target.path, s->kit.library);
  for (uint32_t i = 0; i < board->note_count && i < SETT_MOST_NOTES; i++) {
    const sett_note *n = &board->notes[i];
    const size_t length = strnlen (n->text, sizeof n->text);
    const sett_outcome_note note = {
        .text = sett_arena_copy (&s->arena, n->text, length),
        .where = where_of (s, symbols, n->place),
        .count = n->count,
        .bounds = n->bounds};
    SETT_PUSH (s->notes, note);
  }
  sett_symbols_destroy (symbols);
}

/* The board goes away: what is needed of it is copied. */
static void take_results (session *s, const sett_board *board) {
  const sett_account *a = board->accounts;
  s->board = *board;
  take_notes (s, board);
  for (size_t i = 0; a && i < MOST_FINDINGS; i++, a = a->next) {
    if (!sett_account_is_sound (board, a))
      break;
    take_schedule (s, board, a);
  }
  if (board->list && board->list_length &&
      sett_board_contains (board, board->list, board->list_length))
    sett_text_add_bytes (&s->list, board->list, board->list_length);
}

static sett_exit search (session *s) {
  const sett_options *o = s->options;
  sett_progress progress;
  sett_progress_init (&progress, stderr);
  sett_progress_call (&progress, "executions", "longest");
  const sett_job job = {
      .target = &s->target,
      .library = s->kit.library,
      .orders = s->orders,
      .memory = o->memory ? o->memory : sett_machine_memory () / 10 * 9,
      .seconds = o->time,
      .interrupted = sett_cli_hold_signals (),
      .progress = o->quiet ? NULL : show_progress,
      .context = &progress,
  };
  sett_board_handle handle = {.file = -1};
  const int done = sett_run (&job, &handle, &s->supervised, &s->error);
  sett_progress_end (&progress);
  if (done)
    take_results (s, handle.board);
  sett_board_close (&handle);
  return done ? SETT_EXIT_FINE
              : sett_cli_error (o->json, "%s", sett_text_get (&s->error));
}

/*------------------------------------------------------------------------*/
/* Findings. */

/* <directory>/<base name>.<number>.trace */
static void add_trace_name (const session *s, size_t number, sett_text *name) {
  if (s->options->trace_dir)
    sett_text_addf (name, "%s/", s->options->trace_dir);
  sett_target_add_base (s->target.name, name);
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

static void add_finding (session *s, sett_retelling *r,
                         const sett_orders *orders) {
  sett_program_trace trace;
  sett_program_trace_fill (&trace, &s->target, orders, &r->teller);
  finding *f = SETT_PUSH_SLOT (s->findings);
  *f = (finding){.fault = trace.fault,
                 .message = sett_strdup (trace.message),
                 .where = sett_strdup (trace.where),
                 .steps = trace.steps.count,
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
      sett_retell (&r, &s->target, &s->kit, &orders, &never, &s->error);
  const int same = ran && r.account && r.account->fault == what->fault;
  if (same)
    add_finding (s, &r, &orders);
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

/* What the supervisor itself knows of. */
static void add_own_notes (session *s) {
  const sett_options *o = s->options;
  sett_text text = {0};
  if (s->supervised.course == SETT_COURSE_DIED) {
    sett_text_add (&text, "the program ");
    sett_run_add_death (s->supervised.status, &text);
    sett_text_addf (&text, " in execution %llu, out of Sett's control",
                    (unsigned long long)s->board.executions + 1);
    add_note (s, 1, sett_text_get (&text));
  }
  if (s->supervised.course == SETT_COURSE_SPOILED)
    add_note (
        s, 1,
        "the program has overwritten the memory that Sett shares with it: "
        "nothing is known about it");
  if (s->supervised.course == SETT_COURSE_HUNG)
    add_note (s, 1,
              "the program made no step that Sett sees for 20 seconds, in code "
              "that is not instrumented: stopped");
  if (!s->target.instrumented)
    add_note (s, 1,
              "not instrumented: only synchronisation was seen, not the "
              "accesses to memory (compile it with 'sett cc')");
  if (is_random (o))
    add_note (s, 1, "some executions only were tried, by chance");
  if (s->orders.discipline == SETT_DISCIPLINE_PLAIN_MLD)
    add_note (s, 1, "the original discipline can overlook violations");
  if ((int64_t)o->preemptions >= 0 && s->board.bounded)
    add_note (s, 1, "executions with more preemptions were left out");
  if (s->board.departed > s->board.dead_ends)
    add_note (s, 1, "the program behaved differently when it was run again");
  sett_text_release (&text);
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
  const int races = o->races && o->discipline != SETT_DISCIPLINE_NONE &&
                    s->target.instrumented;
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
           : !s->board.exhausted && s->orders.executions
               ? "stopped by the limit of executions; "
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
    };
    SETT_PUSH (s->violations, violation);
  }
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
      .instrumented = s->target.instrumented,
      .assumed = b->assumed,
      .cut = b->cut,
      .events = b->events,
      .longest = b->longest,
      .threads = b->most_threads,
      .matched = b->matched,
      .stateful = s->orders.stateful,
      .notes = s->notes.at,
      .notes_count = s->notes.count,
  };
  sett_outcome outcome = {
      .version = SETT_VERSION,
      .input = s->target.name,
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
  SETT_RELEASE (s->schedules);
  SETT_RELEASE (s->findings);
  SETT_RELEASE (s->violations);
  SETT_RELEASE (s->notes);
  sett_arena_release (&s->arena);
  sett_text_release (&s->list);
  sett_text_release (&s->meaning);
  sett_text_release (&s->error);
  sett_kit_release (&s->kit);
  sett_target_release (&s->target);
}

static sett_exit prepare (session *s) {
  const int json = s->options->json;
  const volatile int *interrupted = sett_cli_hold_signals ();
  if (sett_kit_find (&s->kit, &s->error) &&
      sett_target_prepare (&s->target, &s->error))
    return SETT_EXIT_FINE;
  if (!*interrupted)
    return sett_cli_error (json, "%s", sett_text_get (&s->error));
  sett_cli_error (json, "interrupted");
  return SETT_EXIT_INCOMPLETE;
}

sett_exit sett_cli_check_program (const sett_options *options) {
  session s = {.options = options};
  set_target (&s);
  sett_exit status = check_options (&s);
  if (!status) {
    set_orders (&s);
    status = prepare (&s);
  }
  if (!status)
    status = search (&s);
  if (!status)
    status = report (&s);
  release (&s);
  return status;
}
