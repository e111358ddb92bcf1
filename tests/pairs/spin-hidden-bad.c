/* expect: livelock
   expect: livelock
   options: -O2

   The C library is asked in every round, but it keeps nothing. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int stop;
char text[] = "12 b c";

static void *run (void *none) {
  while (!atomic_load (&stop))
    if (strtol (text, NULL, 10) == 13 || strspn (text, "3"))
      break;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  return 0;
}
