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

static int prepare (const sett_job *job, sett_board_handle *h,
                    sett_text *error) {
  if (!sett_board_open (h, job->memory, error))
    return 0;
  sett_orders *orders = &h->board->orders;
  *orders = job->orders;
  h->board->instrumented = job->target->instrumented;
  orders->choices =
      copy_to (h->board, job->orders.choices,
               job->orders.choice_count * sizeof *job->orders.choices);
  orders->learned =
      copy_to (h->board, job->orders.learned,
               job->orders.learned_count * sizeof *job->orders.learned);
  return 1;
}

static sett_launch launch_of (const sett_job *job, const sett_board_handle *h) {
  return (sett_launch){.path = job->target->path,
                       .argv = job->target->argv,
                       .library = job->library,
                       .input = job->target->input,
                       .board = h->file,
                       .keeps_output = job->keeps_output};
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
  sett_text_addf (error, "'%s' ", job->target->name);
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

int sett_run (const sett_job *job, sett_board_handle *h,
              sett_supervised *result, sett_text *error) {
  sett_launched launched;
  *result = (sett_supervised){0};
  if (!prepare (job, h, error))
    return 0;
  const sett_launch launch = launch_of (job, h);
  if (!sett_launch_start (&launch, &launched, error))
    return 0;
  const sett_supervision supervision = {.board = h->board,
                                        .seconds = job->seconds,
                                        .hang = HANG,
                                        .interrupted = job->interrupted,
                                        .progress = job->progress,
                                        .context = job->context};
  sett_text output = {0};
  int fine = 1;
  sett_supervise (&supervision, &launched, result, &output);
  if (result->course == SETT_COURSE_SPOILED)
    sett_board_clear (h->board);
  else if (h->board->phase == SETT_PHASE_STARTING &&
           (result->course == SETT_COURSE_DIED ||
            result->course == SETT_COURSE_HUNG))
    fine = refuse_start (job, result, &output, error);
  sett_text_release (&output);
  return fine;
}

int sett_run_debugger (const sett_job *job, sett_board_handle *h,
                       sett_text *error) {
  if (!prepare (job, h, error))
    return 0;
  const sett_launch launch = launch_of (job, h);
  return sett_launch_debugger (&launch, error);
}
