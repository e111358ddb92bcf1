/* expect: verified
   options: -DSTEP=STEP_RAND
   expect: verified
   options: -DSTEP=STEP_LRAND48
   expect: verified
   options: -DSTEP=STEP_RAND_R
   expect: verified
   options: -DSTEP=STEP_STRTOK -O2
   expect: verified
   options: -DSTEP=STEP_STRTOK_R
   expect: verified
   options: -DSTEP=STEP_GETC

   Loops that look the same in every round, but for what the C library keeps:
   random numbers, the position in a string or a file.  They end by themselves,
   nobody waits. */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_RAND rand () % 7 == 3
#define STEP_LRAND48 lrand48 () % 7 == 3
#define STEP_RAND_R rand_r (&seed) % 7 == 3
#define STEP_STRTOK !strtok (NULL, " ")
#define STEP_STRTOK_R !strtok_r (NULL, " ", &rest)
#define STEP_GETC getc (file) == EOF

static atomic_int stop;
unsigned seed;
char text[] = "a b c d e f g h", *rest;
FILE *file;

static void *run (void *none) {
  while (!atomic_load (&stop))
    if (STEP)
      break;
  return none;
}

int main (void) {
  pthread_t thread;
  file = fmemopen (text, 8, "r");
  strtok (text + 8, " ");
  strtok_r (text + 8, " ", &rest);
  rest = text;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  fclose (file);
  return 0;
}
