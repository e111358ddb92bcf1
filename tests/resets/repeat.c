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
#include "program/board.h"
#include "program/kit.h"
#include "program/procfile.h"
#include "program/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const volatile int never;

static int fail (sett_text *error) {
  printf ("failed: %s\n", sett_text_get (error));
  return 2;
}

static void keep_output (const char *path, const sett_board *board) {
  FILE *file = fopen (path, "w");
  if (!file)
    perror (path);
  else if (board->first_output)
    fwrite (board->first_output, 1, board->first_length, file);
  if (file)
    fclose (file);
}

static int tell (const sett_board *board, const sett_supervised *course) {
  printf ("%lu executions, %lu outputs differ, %lu cut, %lu events in the "
          "longest, %u threads, %lu hot pages, %.2f s%s%s\n",
          board->executions, board->outputs_differ, board->cut, board->longest,
          board->most_threads, board->hot_pages, course->seconds,
          board->failure[0] ? ", " : "", board->failure);
  for (uint32_t i = 0; i < board->note_count; i++)
    printf ("note: %s (%lu)\n", board->notes[i].text, board->notes[i].count);
  for (const sett_account *a = board->accounts; a; a = a->next)
    printf ("fault: %s in thread %d after %u events\n", a->message, a->thread,
            a->choice_count);
  if (board->other_output)
    printf ("the other output:\n%.2000s\n", board->other_output);
  return course->course != SETT_COURSE_DONE || board->failure[0] ||
         board->accounts || board->cut || board->outputs_differ ||
         board->outputs < board->orders.executions;
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
  static const sett_words none;
  system->multi = argc == 5;
  if (system->multi && !sett_procfile_read (system, argv[3], &none, error))
    return 0;
  if (!system->multi)
    describe_program (system, argc, argv);
  return sett_system_prepare (system, error);
}

int main (int argc, char **argv) {
  sett_text error = {0};
  sett_board_handle handle;
  sett_kit kit;
  sett_system system = {0};
  sett_supervised course;
  if (argc < 5)
    return 2;
  if (!sett_kit_find (&kit, &error) || !describe (&system, argc, argv, &error))
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
  keep_output (argv[4], handle.board);
  const int status = tell (handle.board, &course);
  sett_board_close (&handle);
  sett_kit_release (&kit);
  sett_system_release (&system);
  return status;
}
