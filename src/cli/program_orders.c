/* How a program or a system is to be explored, from the options: see program.h.
   What is not possible together is refused. */

#include "cli/program.h"
#include "program/system.h"
#include "search/combination.h"
#include "shared/worker_pool.h"
#include "stateless/stateless.h"

#include <string.h>

static int is_random (const sett_options *o) {
  return o->search == SETT_STATELESS_RANDOM || o->search == SETT_STATELESS_PCT;
}

static int is_about_locks (const sett_options *o) {
  return o->discipline == SETT_DISCIPLINE_MLD ||
         o->discipline == SETT_DISCIPLINE_PLAIN_MLD;
}

/*------------------------------------------------------------------------*/
/* What is refused. */

static sett_exit check_undo (const sett_options *o) {
  if (o->undo != SETT_UNDO_CHECKPOINT)
    return o->spacing ? sett_cli_error (o->json, "--spacing is of checkpoints: "
                                                 "it needs --undo checkpoint")
                      : SETT_EXIT_FINE;
  if (is_about_locks (o))
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

static sett_exit check_stateful (const sett_options *o) {
  if (!o->stateful)
    return SETT_EXIT_FINE;
  if (o->search != SETT_STATELESS_DPOR && o->search != SETT_STATELESS_IFSSS &&
      o->search != SETT_STATELESS_EXITBLOCK)
    return sett_cli_error (o->json,
                           "--stateful: states can be compared with --search "
                           "dpor or exitblock");
  if (is_about_locks (o))
    return sett_cli_error (o->json,
                           "--stateful: whether an access is wrong depends on "
                           "the past, which states forget; use --discipline "
                           "none");
  if ((int64_t)o->preemptions >= 0)
    return sett_cli_error (o->json,
                           "--stateful and --preemptions exclude each other");
  return SETT_EXIT_FINE;
}

static sett_exit check_reduce (const sett_options *o) {
  if (o->reduce == SETT_WISH_NONE || o->reduce == SETT_WISH_AUTO ||
      o->reduce == SETT_WISH_LOCAL)
    return SETT_EXIT_FINE;
  return sett_cli_error (o->json,
                         "--reduce: programs take none or local; the other "
                         "methods are for models");
}

static sett_exit check_output (const sett_options *o) {
  if (o->trace_dir && !o->trace)
    return sett_cli_error (o->json,
                           "--trace-dir and --no-trace exclude each other");
  if (o->quiet && o->verbose)
    return sett_cli_error (o->json, "--quiet and --verbose exclude each other");
  return SETT_EXIT_FINE;
}

static sett_exit check_workers (const sett_options *o) {
  if (o->workers > SETT_MOST_WORKERS)
    return sett_cli_error (o->json,
                           "-j: programs are explored by %d workers at most",
                           SETT_MOST_WORKERS);
  if (o->workers > 1 && o->stateful)
    return sett_cli_error (o->json,
                           "--stateful: the states are known to one worker "
                           "only; leave out -j");
  if (o->workers > 1 && o->repeats > 1)
    return sett_cli_error (o->json, "-j and --repeats exclude each other");
  return SETT_EXIT_FINE;
}

static sett_exit check_multi (const sett_options *o) {
  if (o->undo == SETT_UNDO_CHECKPOINT)
    return sett_cli_error (o->json,
                           "--undo checkpoint is for single programs: the "
                           "processes of a system go back by running again");
  if (o->reduce == SETT_WISH_LOCAL && !o->deadlock)
    return sett_cli_error (
        o->json, "--reduce local and --no-deadlock: deadlocks are all "
                 "that it is sure to find");
  return SETT_EXIT_FINE;
}

/* What a hunt would spoil, or what would spoil it; null: nothing.  Lists and
   --all-errors are about all executions, each of them once; walks know nothing
   of states and bounds, and would disturb checkpoints. */
static const char *without_hunt (const sett_options *o) {
  return o->search != SETT_STATELESS_DPOR  ? "--search, unless it is dpor,"
         : o->stateful                     ? "--stateful"
         : (int64_t)o->preemptions >= 0    ? "--preemptions"
         : o->undo == SETT_UNDO_CHECKPOINT ? "--undo checkpoint"
         : o->all_errors                   ? "--all-errors"
         : o->list_executions              ? "--list-executions"
         : o->outcomes                     ? "--outcomes"
         : o->repeats > 1                  ? "--repeats"
                                           : NULL;
}

static sett_exit check_hunt (const sett_options *o) {
  const char *other = without_hunt (o);
  if (o->hunt && sett_options_has (o, "hunt") && other)
    return sett_cli_error (o->json, "--hunt and %s exclude each other", other);
  return SETT_EXIT_FINE;
}

/* Who names a search wants that one alone. */
static int hunts (const sett_options *o) {
  return o->hunt && !without_hunt (o) &&
         (sett_options_has (o, "hunt") || !sett_options_has (o, "search"));
}

/* It needs the effects of all that is done in a section (src/java/README.md).
 */
static sett_exit refuse_sss (const sett_options *o) {
  return sett_cli_error (
      o->json, "--search sss is not there for Java programs: it asks whether "
               "sections of one lock touch the same memory, and what code of "
               "the JDK touches is not watched; --search ifsss does without");
}

/* What the agent does not know yet. */
static sett_exit check_java (const sett_options *o) {
  if (o->search == SETT_STATELESS_SSS)
    return refuse_sss (o);
  const char *unknown =
      o->stateful                                  ? "--stateful"
      : o->undo == SETT_UNDO_CHECKPOINT            ? "--undo checkpoint"
      : o->discipline == SETT_DISCIPLINE_PLAIN_MLD ? "--discipline plain-mld"
      : o->declarations                            ? "--declarations"
      : o->random                                  ? "--random"
      : o->repeats > 1                             ? "--repeats"
      : o->faults && strstr (o->faults, "restart") ? "--faults restart"
      : o->leftovers                               ? "--leftovers"
      : o->reduce == SETT_WISH_LOCAL               ? "--reduce local"
                                                   : NULL;
  return unknown ? sett_cli_error (o->json, "%s is not there for Java programs",
                                   unknown)
                 : SETT_EXIT_FINE;
}

/* Java programs among C programs: what only one of the two can do, or what
   nobody has thought about yet. */
static sett_exit check_mixed (const sett_options *o) {
  const int search = o->search == SETT_STATELESS_DPOR ||
                     o->search == SETT_STATELESS_EXITBLOCK || is_random (o);
  const char *unknown = o->workers > 1 ? "-j"
                        : !search      ? "this --search"
                        : o->discipline == SETT_DISCIPLINE_MLD
                            ? "--discipline mld"
                            : NULL;
  return unknown ? sett_cli_error (o->json,
                                   "%s is not there for systems of Java and C "
                                   "programs",
                                   unknown)
                 : SETT_EXIT_FINE;
}

static sett_exit check_options (const sett_options *o,
                                const sett_system *system) {
  sett_orders *none = NULL;
  sett_exit status = SETT_EXIT_FINE;
  if (o->model_option)
    return sett_cli_error (o->json, "--%s is for models, and '%s' is a %s",
                           o->model_option, system->name,
                           system->multi ? "system of processes" : "program");
  if (o->reach && strlen (o->reach) >= sizeof none->reach)
    return sett_cli_error (o->json, "--reach: the label is too long");
  if (o->faults && !system->multi)
    return sett_cli_error (o->json,
                           "--faults is for systems of processes, and '%s' is "
                           "a single program (see --process)",
                           system->name);
  if (sett_system_has_java (system))
    status = check_java (o);
  if (!status && sett_system_is_mixed (system))
    status = check_mixed (o);
  if (!status)
    status = check_output (o);
  if (!status)
    status = check_workers (o);
  if (!status)
    status = check_reduce (o);
  if (!status && system->multi)
    status = check_multi (o);
  if (!status)
    status = check_stateful (o);
  if (!status)
    status = check_hunt (o);
  return status ? status : check_undo (o);
}

/*------------------------------------------------------------------------*/
/* Failures: "crash=1,loss=2". */

static const char *const failures[] = {
#define FAILURE(NAME, WORD, ...) WORD,
#include "shared/failure.def"
#undef FAILURE
};

static int find_failure (const char *word, size_t length) {
  for (int i = 0; i < SETT_FAILURE_KINDS; i++)
    if (strlen (failures[i]) == length && !strncmp (failures[i], word, length))
      return i;
  return -1;
}

static sett_exit unknown_failure (const sett_options *o, const char *word,
                                  size_t length) {
  sett_text text = {0};
  for (int i = 0; i < SETT_FAILURE_KINDS; i++)
    sett_text_addf (&text, "%s%s",
                    !i                           ? ""
                    : i + 1 < SETT_FAILURE_KINDS ? ", "
                                                 : " and ",
                    failures[i]);
  const sett_exit status =
      sett_cli_error (o->json, "--faults: unknown failure '%.*s'; there are %s",
                      (int)length, word, sett_text_get (&text));
  sett_text_release (&text);
  return status;
}

/* Reads one item, and goes to the next. */
static sett_exit read_failure (const sett_options *o, const char **at,
                               uint8_t *faults) {
  const char *word = *at;
  const size_t all = strcspn (word, ","), length = strcspn (word, "=,");
  const int kind = find_failure (word, length);
  const char *number = word + length + 1;
  const size_t size = all > length ? all - length - 1 : 0;
  *at = word + all + (word[all] == ',');
  if (kind < 0)
    return unknown_failure (o, word, length);
  if (!size || size > 2 || strspn (number, "0123456789") < size)
    return sett_cli_error (o->json,
                           "--faults: '%.*s' is not %s=N, with a number from 0 "
                           "to 99",
                           (int)all, word, failures[kind]);
  if (faults[kind])
    return sett_cli_error (o->json, "--faults: %s is there twice",
                           failures[kind]);
  for (size_t i = 0; i < size; i++)
    faults[kind] = (uint8_t)(10 * faults[kind] + (number[i] - '0'));
  return SETT_EXIT_FINE;
}

static sett_exit read_failures (const sett_options *o, sett_orders *orders) {
  sett_exit status = SETT_EXIT_FINE;
  for (const char *at = o->faults; at && *at && !status;)
    status = read_failure (o, &at, orders->failures);
  if (!status && orders->failures[SETT_FAILURE_RESTART] &&
      !orders->failures[SETT_FAILURE_CRASH])
    return sett_cli_error (o->json,
                           "--faults: restart needs crash: what has not "
                           "crashed does not start again");
  return status;
}

/*------------------------------------------------------------------------*/

/* Is it a search that branches where several threads can go on?  The others
   have nothing to leave out (stateless/local_reduction.c). */
static int branches (const sett_options *o) {
  return o->stateful || o->search != SETT_STATELESS_DPOR;
}

/* What may fail on request may well exit with another status; and lists of
   executions have them all. */
static sett_status_rule status_rule (const sett_options *o) {
  if (sett_options_has (o, "exit-status"))
    return o->exit_status ? SETT_STATUS_ANY : SETT_STATUS_IGNORED;
  return o->faults || o->outcomes || o->list_executions ? SETT_STATUS_IGNORED
                                                        : SETT_STATUS_DIFFERS;
}

static void say_idle_options (const sett_options *o, int multi) {
  if (o->reduce == SETT_WISH_LOCAL && (!multi || !branches (o)))
    sett_cli_say (multi ? "--reduce local does nothing beside dpor, which "
                          "explores one order of each kind anyway"
                        : "--reduce local does nothing: it is for systems of "
                          "processes");
}

static sett_orders orders_of (const sett_options *o, int multi) {
  enum { MOST_EVENTS = 100000, WALKS = 10000 };
  return (sett_orders){
      .task = SETT_TASK_SEARCH,
      .search = (uint8_t)o->search,
      .discipline = (uint8_t)o->discipline,
      .undo = (uint8_t)o->undo,
      .stateful = (uint8_t)o->stateful,
      .local = multi && o->reduce == SETT_WISH_LOCAL && branches (o),
      .all_errors = (uint8_t)o->all_errors,
      .list = (uint8_t)(o->outcomes ? SETT_LIST_OUTCOMES : o->list_executions),
      .hunts = (uint8_t)hunts (o),
      .hunt_after = o->hunt_after,
      .exit_status = (uint8_t)status_rule (o),
      .deadlocks = (uint8_t)o->deadlock,
      .assertions = (uint8_t)o->assertions,
      .races = (uint8_t)o->races,
      .infers_nothing = !o->infer,
      .leftovers = (uint8_t)o->leftovers,
      .must_end = (uint8_t)o->must_end,
      .spacing = (uint32_t)o->spacing,
      .preemptions = (int)(int64_t)o->preemptions,
      .spurious = (uint32_t)o->spurious,
      .random = (uint32_t)o->random,
      .seed = o->seed,
      .repeats = o->repeats,
      .executions = o->executions   ? o->executions
                    : is_random (o) ? WALKS
                                    : 0,
      .most_events = o->depth > 0 && o->depth < UINT32_MAX ? (uint32_t)o->depth
                                                           : MOST_EVENTS,
      .divide_after = o->divide_after,
      .divide_seconds = o->divide_after ? 0 : 0.1,
      .patience = o->patience,
      .shrink_seconds = o->shrink,
  };
}

/* A virtual machine takes longer to begin than a process does. */
enum { JAVA_IS_SLOWER = 20 };

sett_exit sett_cli_set_orders (const sett_options *o, const sett_system *system,
                               sett_orders *orders) {
  const sett_exit status = check_options (o, system);
  if (status)
    return status;
  say_idle_options (o, system->multi);
  *orders = orders_of (o, system->multi);
  if (sett_system_has_java (system))
    orders->divide_seconds *= JAVA_IS_SLOWER;
  if (o->reach)
    strcpy (orders->reach, o->reach);
  if (o->stateful)
    sett_cli_make_stateful (orders);
  return read_failures (o, orders);
}
