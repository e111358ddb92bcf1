/* What the files of this suite share.  A program is some scripts, each of which
   an actor plays: the first one the main thread, others threads or processes
   that a script starts.  A script is a row of steps (steps.def), each one call.

   On the machine a controller (machine.c) lets one actor at a time do its next
   step, until nobody runs: then all have come to their next step, wait in a
   call, or are no more.  Under Sett nobody controls them.

   Whether a time limit is over at once, or never, is chosen by the controller:
   that it is over later is the same as that the wait began later.  If somebody
   waits for ever where there is a limit, that was no execution. */

#ifndef PLAY_H
#define PLAY_H

#include <stdatomic.h>
#include <sys/types.h>

enum { ACTORS = 4, STEPS = 12, TEXT = 600 };

typedef struct actor {
  atomic_int started, at_gate, go; /* go: a futex */
  atomic_int timed, expires; /* the step: has a limit, which is over at once */
  pid_t process, thread;
  atomic_int length;
  char text[TEXT];
} actor;

/* Memory of all processes, on the machine only. */
typedef struct stage {
  actor actors[ACTORS];
  int semaphores, messages; /* System V: to be removed */
} stage;

extern stage *the_stage; /* NULL: under Sett */
extern __thread int who;
extern int script_count, script_length[ACTORS];

void say (const char *what, int letter, long number);
void enter_stage (void);
void gate (int timed);
void play_program (void);
int all_orders (unsigned most, unsigned seed);

#endif
