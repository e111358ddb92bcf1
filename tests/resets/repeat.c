/* Runs a program again and again inside of one process and compares what it
   writes: a test of the way back from one execution to the next.

     repeat COUNT SEED INPUT OUTPUT PROGRAM [ARGUMENT ...]

   SEED 0: the same schedule each time; else random ones.  INPUT is a file for
   the standard input; what the first execution wrote goes to OUTPUT.  Prints
   one line; the status tells whether all executions came to their end and
   wrote the same. */

#include "base/text.h"
#include "program/board.h"
#include "program/kit.h"
#include "program/supervise.h"

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
         board->outputs != board->orders.executions;
}

int main (int argc, char **argv) {
  sett_text error = {0}, early = {0};
  sett_board_handle handle;
  sett_kit kit;
  sett_launched launched;
  sett_supervised course;
  if (argc < 6)
    return 2;
  if (!sett_kit_find (&kit, &error) ||
      !sett_board_open (&handle, (size_t)1 << 30, &error))
    return fail (&error);
  handle.board->orders = (sett_orders){
      .task = SETT_TASK_REPEAT,
      .executions = strtoul (argv[1], NULL, 10),
      .seed = strtoul (argv[2], NULL, 10),
      .preemptions = -1,
      .most_events = 100000,
      .deadlocks = 1,
      .assertions = 1,
      .races = 1,
  };
  const sett_launch launch = {.path = argv[5],
                              .argv = argv + 5,
                              .library = kit.library,
                              .input = argv[3],
                              .board = handle.file};
  if (!sett_launch_start (&launch, &launched, &error))
    return fail (&error);
  const sett_supervision orders = {
      .board = handle.board, .count = 1, .seconds = 300, .hang = 60,
      .interrupted = &never};
  sett_supervise (&orders, &launched, &course, &early);
  keep_output (argv[4], handle.board);
  const int status = tell (handle.board, &course);
  if (early.length)
    printf ("before main: %s\n", sett_text_get (&early));
  sett_text_release (&early);
  sett_board_close (&handle);
  sett_kit_release (&kit);
  return status;
}
