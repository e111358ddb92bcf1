/* expect: verified
   executions: 2
   expect: verified
   options: --search ifsss
   executions: 2
   expect: verified
   options: --search sss
   executions: 1

   The example of section 6 of Stoller's "Model-Checking Multi-Threaded
   Distributed Java Programs": two threads copy a variable under its lock.  The
   lock makes the threads depend on each other, unless acquiring, copying and
   releasing are seen as one step: then the steps commute. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int v = 7;

static void *copy (void *result) {
  int mine;
  pthread_mutex_lock (&lock);
  mine = v;
  pthread_mutex_unlock (&lock);
  *(int *)result = mine;
  return NULL;
}

int main (void) {
  pthread_t thread[2];
  int result[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, copy, &result[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return result[0] - result[1];
}
