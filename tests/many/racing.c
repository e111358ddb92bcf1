/* Two threads race for COUNT variables, from both ends: whoever is first to
   write one is first to write all that it meets before, so that there are COUNT
   + 1 classes of executions, in one of which the two met behind number WRONG.
 */

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { COUNT = 400 };
static long variables[COUNT];

static void *up (void *unused) {
  for (int i = 0; i < COUNT; i++)
    variables[i] = 1;
  return unused;
}

int main (int argc, char **argv) {
  const int wrong = argc > 1 ? atoi (argv[1]) : -1;
  pthread_t thread;
  pthread_create (&thread, NULL, up, NULL);
  for (int i = COUNT; i-- > 0;)
    variables[i] = 2;
  pthread_join (thread, NULL);
  if (wrong >= 0)
    assert (!(variables[wrong] == 2 && variables[wrong + 1] == 1));
  return 0;
}
