/* What Sett says about random programs: see ask.h. */

#include "ask.h"

#include "base/memory.h"
#include "base/text.h"
#include "program/read_list.h"
#include "program/run_program.h"

#include <stdlib.h>
#include <string.h>

enum {
  FEW_EXECUTIONS = 500, /* of a search that is not complete anyhow */
  SECONDS = 60,
};

int is_partial (const way *w) {
  return w->preemptions || w->search == SETT_STATELESS_RANDOM ||
         w->search == SETT_STATELESS_PCT;
}

/*------------------------------------------------------------------------*/
/* Reading the list of executions. */

static void take_ended (answer *a, const char *ending, const char *output) {
  char text[200];
  int status;
  if (sscanf (ending, "ended with %d", &status) == 1)
    snprintf (text, sizeof text, "exit %d", status);
  else if (*output)
    snprintf (text, sizeof text, "ended %s", output);
  else
    snprintf (text, sizeof text, "ended");
  lines_add (&a->outcomes, text);
}

static void take_violation (answer *a, const char *ending) {
  char text[80];
  char name[20];
  if (sscanf (ending, "assertion: assertion '%19[T0-9_]", name) == 1 ||
      sscanf (ending,
              "assertion: uncaught java.lang.AssertionError: %19[T0-9_]",
              name) == 1)
    snprintf (text, sizeof text, "assertion %s", name);
  else if (!strncmp (ending, "deadlock:", 9) ||
           !strncmp (ending, "livelock:", 9))
    snprintf (text, sizeof text, "stuck");
  else
    snprintf (text, sizeof text, "%.*s", (int)strcspn (ending, ":"), ending);
  lines_add (&a->outcomes, text);
}

static void take (answer *a, const sett_listed *listed, const char *ending,
                  const char *output) {
  if (!strncmp (ending, "ended", 5))
    take_ended (a, ending, output);
  else if (!strncmp (ending, "race:", 5))
    a->races = 1;
  else if (!strncmp (ending, "discipline:", 11))
    a->discipline = 1;
  else if (listed->is_outcome)
    take_violation (a, ending);
}

/* Of several programs each begins by writing which one it is.  False: it has
   not. */
static int take_entry (answer *all, unsigned count, const sett_list_entry *e) {
  char *ending = strndup (e->ending, e->listed.ending);
  char *output = strndup (e->output, e->listed.output);
  char *rest = output;
  const unsigned long which = count > 1 ? strtoul (output, &rest, 10) : 0;
  const int is_known = which < count && (count == 1 || *rest++ == ':');
  if (is_known)
    take (&all[which], &e->listed, ending, rest);
  free (ending);
  free (output);
  return is_known;
}

static int take_list (answer *all, unsigned count, const sett_shared *shared) {
  sett_list_entry e;
  int known = 1;
  for (size_t at = 0;
       sett_list_read (shared->list, shared->list_length, at, &e);
       at += e.listed.size)
    known &= take_entry (all, count, &e);
  for (unsigned i = 0; i < count; i++)
    lines_sort (&all[i].outcomes);
  return known;
}

/*------------------------------------------------------------------------*/

static sett_orders orders_of (const asking *how, const way *w, const program *p,
                              unsigned count) {
  return (sett_orders){
      .task = SETT_TASK_SEARCH,
      .search = (uint8_t)w->search,
      .discipline = (uint8_t)w->discipline,
      .stateful = (uint8_t)w->stateful,
      .all_errors = 1,
      .list = 1,
      .deadlocks = 1,
      .assertions = 1,
      .races = 1,
      .preemptions = w->preemptions ? w->preemptions : -1,
      .spurious = p->spurious,
      .executions = count * (is_partial (w) ? FEW_EXECUTIONS : how->executions),
      .most_events = goes_round (p) ? 200 : 1000,
  };
}

static void take_arguments (sett_target *target, const asking *how,
                            const char *number, const char *count) {
  target->name = how->program;
  if (how->java) {
    target->name = "Programs";
    SETT_PUSH (target->words, "-cp");
    SETT_PUSH (target->words, how->program);
    SETT_PUSH (target->words, target->name);
  }
  SETT_PUSH (target->arguments, number);
  if (*count)
    SETT_PUSH (target->arguments, count);
}

/* The reference knows what is noted here, too, and does not ask for it. */
static int is_overtaking (const char *note) {
  static const char text[] = "tried a lock that prefers writers";
  return !strncmp (note, text, sizeof text - 1);
}

static void take_notes (answer *a, const sett_shared *shared) {
  for (uint32_t i = 0; i < shared->note_count; i++)
    if (is_overtaking (shared->notes[i].text))
      a->bounded = 0;
    else if (shared->notes[i].kind == SETT_NOTE_BOUNDS)
      snprintf (a->error, sizeof a->error, "%s", shared->notes[i].text);
}

/* The first answer says how the search of all of them went. */
static void take_answers (answer *all, unsigned count,
                          const sett_shared *shared,
                          const sett_supervised *how) {
  answer *a = all;
  a->finished = shared->exhausted;
  a->bounded = shared->bounded;
  take_notes (a, shared);
  a->executions = shared->executions;
  if (how->course != SETT_COURSE_DONE || shared->phase == SETT_PHASE_FAILED)
    snprintf (a->error, sizeof a->error, "course %d, status %x %s",
              (int)how->course, (unsigned)how->status, shared->failure);
  if (!take_list (all, count, shared))
    snprintf (a->error, sizeof a->error, "which program it is was not written");
}

static void ask_some (const asking *how, const program *p, unsigned first,
                      unsigned count, const way *w, answer *all) {
  static const volatile int never;
  char number[12], many[12] = "";
  sett_text error = {0};
  sett_system system = {0};
  memset (all, 0, count * sizeof *all);
  snprintf (number, sizeof number, "%u", first);
  if (count > 1)
    snprintf (many, sizeof many, "%u", count);
  take_arguments (&sett_system_add (&system, "checked")->target, how, number,
                  many);
  sett_shared_handle handle = {.file = -1};
  sett_supervised course = {0};
  const sett_job job = {.system = &system,
                        .library = how->library,
                        .orders = orders_of (how, w, p, count),
                        .seconds = SECONDS,
                        .interrupted = &never};
  if (sett_system_prepare (&system, &error) &&
      sett_run (&job, &handle, &course, &error))
    take_answers (all, count, handle.shared, &course);
  else
    snprintf (all->error, sizeof all->error, "%s", sett_text_get (&error));
  sett_shared_close (&handle);
  sett_system_release (&system);
  sett_text_release (&error);
}

void ask (const asking *how, const program *p, unsigned number, const way *w,
          answer *a) {
  ask_some (how, p, number, 1, w, a);
}

int ask_together (const asking *how, const program *p, unsigned first,
                  unsigned count, const way *w, answer *all) {
  ask_some (how, p, first, count, w, all);
  const int is_known = all->finished && !all->bounded && !all->error[0];
  for (unsigned i = 1; i < count; i++)
    all[i].finished = all->finished;
  for (unsigned i = 0; i < count && !is_known; i++)
    lines_release (&all[i].outcomes);
  return is_known;
}
