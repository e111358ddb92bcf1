/* Running a program under orders: see run.h. */

#include "program/run.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* A thread that makes no visible step for so long is not going to. */
static const double HANG = 20;

static void *copy_to (sett_board *board, const void *from, size_t bytes) {
  if (!bytes)
    return NULL;
  return memcpy (sett_board_get (board, bytes), from, bytes);
}

static void introduce (const sett_system *system, sett_board *board) {
  const uint32_t count = (uint32_t)system->parts.count;
  board->member_count = board->initial_count = board->birth_count = count;
  for (uint32_t i = 0; i < count; i++) {
    sett_member *m = &board->members[i];
    snprintf (m->name, sizeof m->name, "%s", system->parts.at[i].name);
    m->main = (uint8_t)i;
    m->instrumented = system->parts.at[i].target.instrumented != 0;
  }
}

/* Did a search learn that a single program makes processes? */
static int makes_processes (const sett_job *job) {
  for (uint32_t i = 0; i < job->orders.learned_count; i++)
    if (job->orders.learned[i] >> SETT_LEARNED_KIND_AT == SETT_LEARNED_PROCESS)
      return 1;
  return 0;
}

static int prepare (const sett_job *job, sett_board_handle *h,
                    sett_text *error) {
  if (!sett_board_open (h, job->memory, error))
    return 0;
  sett_orders *orders = &h->board->orders;
  *orders = job->orders;
  orders->multi |= job->system->multi || makes_processes (job);
  orders->alone = !job->system->multi;
  introduce (job->system, h->board);
  orders->choices =
      copy_to (h->board, job->orders.choices,
               job->orders.choice_count * sizeof *job->orders.choices);
  orders->learned =
      copy_to (h->board, job->orders.learned,
               job->orders.learned_count * sizeof *job->orders.learned);
  return 1;
}

static sett_launch launch_of (const sett_job *job, const sett_board_handle *h,
                              size_t number) {
  const sett_part *part = &job->system->parts.at[number];
  return (sett_launch){.path = part->target.path,
                       .folder = part->folder,
                       .argv = part->target.argv,
                       .environment = &part->environment,
                       .library = job->library,
                       .input = part->target.input,
                       .board = h->file,
                       .number = (unsigned)number,
                       .keeps_output = job->keeps_output};
}

/* Starts all processes, in one group. */
static int start (const sett_job *job, const sett_board_handle *h,
                  sett_launched *launched, sett_text *error) {
  for (size_t i = 0; i < job->system->parts.count; i++) {
    sett_launch launch = launch_of (job, h, i);
    launch.group = i ? launched[0].process : 0;
    if (sett_launch_start (&launch, &launched[i], error))
      continue;
    while (i--)
      sett_launch_finish (&launched[i]);
    return 0;
  }
  return 1;
}

/* All but one, each in a group of its own. */
static int start_others (const sett_job *job, const sett_board_handle *h,
                         size_t one, sett_launched *launched,
                         sett_text *error) {
  for (size_t i = 0; i < job->system->parts.count; i++) {
    const sett_launch launch = launch_of (job, h, i);
    if (i != one && !sett_launch_start (&launch, &launched[i], error))
      return 0;
  }
  return 1;
}

void sett_run_add_death (int status, sett_text *text) {
  if (WIFSIGNALED (status))
    sett_text_addf (text, "was killed by signal %d (%s)", WTERMSIG (status),
                    strsignal (WTERMSIG (status)));
  else
    sett_text_addf (text, "ended with status %d", WEXITSTATUS (status));
}

/* What is known of a program that never came to main. */
static int refuse_start (const sett_job *job, const sett_supervised *result,
                         const sett_text *output, sett_text *error) {
  const sett_part *part = &job->system->parts.at[result->who];
  sett_text_addf (error, "'%s' ", part->target.name);
  if (job->system->multi)
    sett_text_addf (error, "(process '%s') ", part->name);
  if (result->course == SETT_COURSE_HUNG)
    sett_text_add (error, "did not reach main");
  else
    sett_run_add_death (result->status, error);
  sett_text_add (error, result->course == SETT_COURSE_HUNG
                            ? "; it was stopped"
                            : " before main was reached");
  const char *said = sett_text_get (output);
  if (*said)
    sett_text_addf (error, "; it wrote: %.*s", (int)strcspn (said, "\n"), said);
  return 0;
}

/* A process that did not come to main and should have; -1: all did. */
static int find_late (const sett_job *job, const sett_board *board,
                      const sett_supervised *result) {
  if (result->course == SETT_COURSE_DIED)
    return board->members[result->who].started ? -1 : (int)result->who;
  for (size_t i = 0; i < job->system->parts.count; i++)
    if (result->course == SETT_COURSE_HUNG && !board->members[i].started)
      return (int)i;
  return -1;
}

static int run_once (const sett_job *job, sett_board_handle *h,
                     sett_supervised *result, sett_text *error) {
  sett_launched launched[SETT_MOST_PROCESSES];
  *result = (sett_supervised){0};
  if (!prepare (job, h, error) || !start (job, h, launched, error))
    return 0;
  const sett_supervision supervision = {.board = h->board,
                                        .count = job->system->parts.count,
                                        .seconds = job->seconds,
                                        .hang = HANG,
                                        .interrupted = job->interrupted,
                                        .progress = job->progress,
                                        .context = job->context};
  sett_text output = {0};
  int fine = 1;
  sett_supervise (&supervision, launched, result, &output);
  const int late = find_late (job, h->board, result);
  if (result->course == SETT_COURSE_SPOILED)
    sett_board_clear (h->board);
  else if (late >= 0) {
    result->who = (size_t)late;
    fine = refuse_start (job, result, &output, error);
  }
  sett_text_release (&output);
  return fine;
}

int sett_run (const sett_job *job, sett_board_handle *h,
              sett_supervised *result, sett_text *error) {
  if (!run_once (job, h, result, error))
    return 0;
  if (!h->board->wants_processes)
    return 1;
  sett_job again = *job;
  again.orders.multi = 1;
  sett_board_close (h);
  return run_once (&again, h, result, error);
}

int sett_run_debugger (const sett_job *job, sett_board_handle *h,
                       sett_text *error) {
  sett_launched launched[SETT_MOST_PROCESSES];
  const size_t one = job->orders.gdb - 1u;
  const size_t count = job->system->parts.count;
  if (!prepare (job, h, error))
    return 0;
  for (size_t i = 0; i < count; i++)
    launched[i] = (sett_launched){.process = -1, .handle = -1, .output = -1};
  const sett_launch launch = launch_of (job, h, one);
  const int done = start_others (job, h, one, launched, error) &&
                   sett_launch_debugger (&launch, error);
  for (size_t i = 0; i < count; i++)
    sett_launch_finish (&launched[i]);
  return done;
}
