/* expect: verified
   executions: 240

   Three threads look at a variable under a lock, again and again. */

#define N 3
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, seen;
static void *w (void *a) {
  for (;;) {
    pthread_mutex_lock (&m);
    int r = ready;
    pthread_mutex_unlock (&m);
    if (r == 3)
      break;
  }
  pthread_mutex_lock (&m);
  seen++;
  pthread_mutex_unlock (&m);
  return a;
}
int main (void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create (&t[i], 0, w, 0);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&m);
    ready++;
    pthread_mutex_unlock (&m);
  }
  for (int i = 0; i < N; i++)
    pthread_join (t[i], 0);
  assert (seen == N);
  return 0;
}
