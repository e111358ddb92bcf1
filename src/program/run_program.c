/* Running a program under orders: see run_program.h. */

#include "program/java_debugger.h"
#include "program/run_program.h"

#include "base/assert.h"
#include "base/text.h"
#include "program/shadow_root.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* A thread that makes no visible step for so long is not going to. */
static const double HANG = 20;

static void introduce (const sett_system *system, sett_shared *shared) {
  const uint32_t count = (uint32_t)system->parts.count;
  const int is_mixed = sett_system_is_mixed (system);
  SETT_ASSERT (count && count <= SETT_SYSTEM_PROCESSES);
  shared->member_count = shared->initial_count = shared->birth_count = count;
  for (uint32_t i = 0; i < count; i++) {
    sett_member *m = &shared->members[i];
    snprintf (m->name, sizeof m->name, "%s", system->parts.at[i].name);
    m->main = (uint8_t)i;
    m->instrumented = system->parts.at[i].target.instrumented &&
                      !system->parts.at[i].target.foreign;
    m->stands_in = system->parts.at[i].target.java && is_mixed;
  }
  if (is_mixed)
    shared->errands = sett_shared_reserve (shared, sizeof *shared->errands);
}

/* Did a search learn that a single program makes processes? */
static int makes_processes (const sett_job *job) {
  for (uint32_t i = 0; i < job->orders.learned_count; i++)
    if (job->orders.learned[i] >> SETT_LEARNED_KIND_AT == SETT_LEARNED_PROCESS)
      return 1;
  return 0;
}

/* It is run again if that was too few (sett_run); a debugger is not. */
static uint32_t threads_for (const sett_job *job) {
  return job->orders.gdb || 2 * job->system->parts.count > SETT_USUAL_THREADS
             ? SETT_MOST_THREADS
             : SETT_USUAL_THREADS;
}

static void give_orders (const sett_job *job, sett_shared *shared) {
  sett_orders *orders = &shared->orders;
  *orders = job->orders;
  orders->multi |= job->system->multi || makes_processes (job);
  orders->alone = !job->system->multi;
  if (!orders->threads)
    orders->threads = threads_for (job);
  introduce (job->system, shared);
  orders->choices =
      sett_shared_put (shared, job->orders.choices,
                       job->orders.choice_count * sizeof *job->orders.choices);
  orders->learned =
      sett_shared_put (shared, job->orders.learned,
                       job->orders.learned_count * sizeof *job->orders.learned);
  orders->from =
      sett_shared_put (shared, job->orders.from, job->orders.from_length);
  orders->declared = sett_shared_put (shared, job->orders.declared,
                                      job->orders.declared_count *
                                          sizeof *job->orders.declared);
}

/* The virtual machine that Java programs are in. */
static sett_launch launch_of_machine (const sett_job *job) {
  const sett_part *part =
      &job->system->parts.at[sett_system_machine (job->system)];
  const int shared = job->system->multi;
  return (sett_launch){.path = part->target.path,
                       .folder = part->folder,
                       .argv = part->target.argv,
                       .environment =
                           shared ? &job->system->common : &part->environment,
                       .input = shared ? NULL : part->target.input};
}

/* Of a Java program beside others: Sett's own executable, whose main is never
   reached (shared/errand.h). */
static sett_launch launch_of_stand_in (const sett_job *job) {
  static char *const argv[] = {(char *)"sett", NULL};
  return (sett_launch){
      .path = "/proc/self/exe", .argv = argv, .library = job->library};
}

static sett_launch launch_of_program (const sett_job *job, size_t number) {
  const sett_part *part = &job->system->parts.at[number];
  return (sett_launch){.path = part->target.path,
                       .folder = part->folder,
                       .argv = part->target.argv,
                       .environment = &part->environment,
                       .library = job->library,
                       .input = part->target.input};
}

static sett_launch launch_of (const sett_job *job, int shared_file,
                              unsigned worker, size_t number) {
  const sett_system *system = job->system;
  SETT_ASSERT (number < sett_system_launches (system));
  sett_launch launch =
      sett_system_is_java (system) || number == system->parts.count
          ? launch_of_machine (job)
      : system->parts.at[number].target.java ? launch_of_stand_in (job)
                                             : launch_of_program (job, number);
  launch.shared = shared_file;
  launch.worker = worker;
  launch.number = (unsigned)number;
  launch.keeps_output = job->keeps_output;
  return launch;
}

/* All processes are in one group. */
int sett_worker_process_start (const sett_job *job, int shared_file,
                               sett_worker_process *w, sett_text *error) {
  give_orders (job, w->shared);
  if (!sett_shadow_prepare (shared_file, w->number, error))
    return 0;
  for (size_t i = 0; i < sett_system_launches (job->system); i++) {
    sett_launch launch = launch_of (job, shared_file, w->number, i);
    launch.group = i ? w->launched[0].process : 0;
    if (sett_launch_start (&launch, &w->launched[i], error))
      continue;
    while (i--)
      sett_launch_finish (&w->launched[i]);
    return 0;
  }
  return 1;
}

void sett_worker_process_watch (const sett_job *job, sett_worker_process *w) {
  const sett_supervision supervision = {.shared = w->shared,
                                        .count =
                                            sett_system_launches (job->system),
                                        .seconds = job->seconds,
                                        .hang = HANG,
                                        .interrupted = job->interrupted,
                                        .saving = job->saving,
                                        .saved_as = job->saved_as,
                                        .progress = job->progress,
                                        .context = job->context};
  sett_supervise (&supervision, w->launched, &w->result, w->output);
  if (w->result.who >= job->system->parts.count)
    w->result.who = sett_system_machine (job->system);
}

/* All but one, each in a group of its own. */
static int start_others (const sett_job *job, const sett_shared_handle *h,
                         size_t one, sett_launched *launched,
                         sett_text *error) {
  for (size_t i = 0; i < sett_system_launches (job->system); i++) {
    const sett_launch launch = launch_of (job, h->file, 0, i);
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
    sett_text_addf (text, "exited with status %d", WEXITSTATUS (status));
}

/* What is known of a program that never came to main. */
static int refuse_start (const sett_job *job, const sett_supervised *result,
                         const sett_text *output, sett_text *error) {
  const sett_part *part = &job->system->parts.at[result->who];
  const char *said = sett_text_get (output);
  SETT_ASSERT (result->who < job->system->parts.count);
  if (part->target.java && *said) { /* the agent knows better */
    sett_text_addf (error, "'%s': %.*s", part->target.name,
                    (int)strcspn (said, "\n"), said);
    return 0;
  }
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
  if (*said)
    sett_text_addf (error, "; it wrote: %.*s", (int)strcspn (said, "\n"), said);
  return 0;
}

/* A process that did not come to main and should have; -1: all did. */
static int find_late (const sett_job *job, const sett_shared *shared,
                      const sett_supervised *result) {
  if (result->course == SETT_COURSE_DIED && shared->errands &&
      !shared->errands->ready)
    return (int)sett_system_machine (job->system);
  if (result->course == SETT_COURSE_DIED)
    return shared->members[result->who].started ? -1 : (int)result->who;
  for (size_t i = 0; i < job->system->parts.count; i++)
    if (result->course == SETT_COURSE_HUNG && !shared->members[i].started)
      return (int)i;
  return -1;
}

int sett_worker_process_judge (const sett_job *job, sett_worker_process *w,
                               sett_text *error) {
  const int late = find_late (job, w->shared, &w->result);
  if (w->result.course == SETT_COURSE_SPOILED) {
    sett_shared_clear (w->shared);
    return 1;
  }
  if (late < 0)
    return 1;
  w->result.who = (size_t)late;
  return refuse_start (job, &w->result, w->output, error);
}

static int run_once (const sett_job *job, sett_shared_handle *h,
                     sett_supervised *result, sett_text *error) {
  sett_text output = {0};
  sett_worker_process w = {.output = &output};
  *result = (sett_supervised){0};
  if (!sett_shared_open (h, job->memory, error))
    return 0;
  w.shared = h->shared;
  if (!sett_worker_process_start (job, h->file, &w, error))
    return 0;
  sett_worker_process_watch (job, &w);
  const int fine = sett_worker_process_judge (job, &w, error);
  *result = w.result;
  sett_text_release (&output);
  return fine;
}

int sett_run (const sett_job *job, sett_shared_handle *h,
              sett_supervised *result, sett_text *error) {
  sett_job again = *job;
  while (run_once (&again, h, result, error)) {
    if (h->shared->wants_processes) {
      again.orders.multi = 1;
      again.orders.from_length = 0; /* it was saved before anybody knew that */
    } else if (h->shared->wants_threads)
      again.orders.threads = SETT_MOST_THREADS;
    else
      return 1;
    sett_shared_close (h);
  }
  return 0;
}

int sett_run_debugger (const sett_job *job, sett_shared_handle *h,
                       sett_text *error) {
  sett_launched launched[SETT_SYSTEM_PROCESSES];
  const size_t count = sett_system_launches (job->system);
  const size_t one = count > 1 ? job->orders.gdb - 1u : 0;
  if (!sett_shared_open (h, 0, error))
    return 0;
  give_orders (job, h->shared);
  if (!sett_shadow_prepare (h->file, 0, error))
    return 0;
  for (size_t i = 0; i < count; i++)
    launched[i] = (sett_launched){.process = -1, .handle = -1, .output = -1};
  const sett_launch launch = launch_of (job, h->file, 0, one);
  const int done = start_others (job, h, one, launched, error) &&
                   (job->system->parts.at[one].target.java
                        ? sett_java_debug (&launch, job->debugger_port, error)
                        : sett_launch_debugger (&launch, error));
  for (size_t i = 0; i < count; i++)
    sett_launch_finish (&launched[i]);
  return done;
}
