/* expect: verified
   executions: 3
   expect: deadlock
   options: -DITSELF

   Three threads want the same thing done once.  (It matters who is first.) */

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void initialise (void) {
  value++;
#ifdef ITSELF
  pthread_once (&once, initialise);
#endif
}

static void *run (void *none) {
  pthread_once (&once, initialise);
  assert (value == 1);
  pthread_once (&once, initialise);
  return none;
}

int main (void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, run, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  assert (value == 1);
  return 0;
}
