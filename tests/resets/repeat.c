/* Runs a program, or a system of processes, again and again without starting it
   anew, and compares what it writes: a test of the way back from one execution
   to the next.

     repeat COUNT SEED INPUT OUTPUT PROGRAM [ARGUMENT ...]
     repeat COUNT SEED PROCFILE OUTPUT

   SEED 0: the same schedule each time; else random ones.  INPUT is a file for
   the standard input; what the first execution wrote goes to OUTPUT.  Prints
   one line; the status tells whether all executions came to their end and
   wrote the same. */

#include "base/text.h"
#include "program/shared_map.h"
#include "program/install_paths.h"
#include "program/procfile.h"
#include "program/run_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const volatile int never;

static int fail (sett_text *error) {
  printf ("failed: %s\n", sett_text_get (error));
  return 2;
}

static void keep_output (const char *path, const sett_shared *shared) {
  FILE *file = fopen (path, "w");
  if (!file)
    perror (path);
  else if (shared->first_output)
    fwrite (shared->first_output, 1, shared->first_length, file);
  if (file)
    fclose (file);
}

static int tell (const sett_shared *shared, const sett_supervised *course) {
  printf ("%lu executions, %lu outputs differ, %lu cut, %lu events in the "
          "longest, %u threads, %lu hot pages, %.2f s%s%s\n",
          shared->executions, shared->outputs_differ, shared->cut,
          shared->longest, shared->most_threads, shared->hot_pages,
          course->seconds, shared->failure[0] ? ", " : "", shared->failure);
  for (uint32_t i = 0; i < shared->note_count; i++)
    printf ("note: %s (%lu)\n", shared->notes[i].text, shared->notes[i].count);
  for (const sett_counterexample *a = shared->counterexamples; a; a = a->next)
    printf ("fault: %s in thread %d after %u events\n", a->message, a->thread,
            a->choice_count);
  if (shared->other_output)
    printf ("the other output:\n%.2000s\n", shared->other_output);
  return course->course != SETT_COURSE_DONE || shared->failure[0] ||
         shared->counterexamples || shared->cut || shared->outputs_differ ||
         shared->outputs < shared->orders.executions;
}

/* One program, which need not exist as a part of a Procfile. */
static void describe_program (sett_system *system, int argc, char **argv) {
  sett_part *part = sett_system_add (system, argv[5]);
  part->target.name = argv[5];
  part->target.input = argv[3];
  for (int i = 6; i < argc; i++)
    SETT_PUSH (part->target.arguments, argv[i]);
}

static int describe (sett_system *system, int argc, char **argv,
                     sett_text *error) {
  static const sett_strings none;
  system->multi = argc == 5;
  if (system->multi && !sett_procfile_read (system, argv[3], &none, error))
    return 0;
  if (!system->multi)
    describe_program (system, argc, argv);
  return sett_system_prepare (system, error);
}

int main (int argc, char **argv) {
  sett_text error = {0};
  sett_shared_handle handle;
  sett_install_paths kit;
  sett_system system = {0};
  sett_supervised course;
  if (argc < 5)
    return 2;
  if (!sett_install_paths_find (&kit, &error) ||
      !describe (&system, argc, argv, &error))
    return fail (&error);
  const sett_job job = {.system = &system,
                        .library = kit.library,
                        .memory = (size_t)1 << 30,
                        .seconds = 300,
                        .interrupted = &never,
                        .orders = {
                            .task = SETT_TASK_REPEAT,
                            .executions = strtoul (argv[1], NULL, 10),
                            .seed = strtoul (argv[2], NULL, 10),
                            .preemptions = -1,
                            .most_events = 100000,
                            .deadlocks = 1,
                            .assertions = 1,
                            .races = 1,
                        }};
  if (!sett_run (&job, &handle, &course, &error))
    return fail (&error);
  keep_output (argv[4], handle.shared);
  const int status = tell (handle.shared, &course);
  sett_shared_close (&handle);
  sett_install_paths_release (&kit);
  sett_system_release (&system);
  return status;
}
