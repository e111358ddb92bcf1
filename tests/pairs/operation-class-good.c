/* expect: verified
   executions: 1
   expect: verified
   options: -DSAME
   executions: 2
   expect: verified
   options: --search ifsss
   expect: verified
   options: -DUSUAL
   executions: 2

   A queue of which the two ends have nothing to do with each other as long as
   it is neither empty nor full: its class says so. */

#include <pthread.h>
#include <sett.h>

enum { PUT, TAKE };
static const struct sett_class ends = {{1 << PUT, 1 << TAKE}};
static int items[8] = {1, 1, 1, 1}, head, tail = 4;

static void put (int item) {
#ifdef USUAL
  sett_operation (items, SETT_CHANGE);
#else
  sett_class_operation (&ends, items, PUT);
#endif
  items[tail++] = item;
}

static int take (void) {
#ifdef USUAL
  sett_operation (items, SETT_CHANGE);
#else
  sett_class_operation (&ends, items, TAKE);
#endif
  return items[head++];
}

static void *run (void *unused) {
#ifdef SAME
  take ();
#else
  put (1);
#endif
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  const int item = take ();
  pthread_join (thread, NULL);
  return item != 1;
}
