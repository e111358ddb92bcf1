/* expect: assertion
   options: -DN=6 --executions 200
   expect: assertion
   options: -DN=10 --executions 200
   long: yes
   expect: assertion
   options: -DN=20 -DLOST=17 --executions 300
   long: yes

   N threads count, each in two steps: at least LOST updates are lost in some
   executions, which is wrong only then. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif
#ifndef LOST
#define LOST (N - 4)
#endif

static atomic_int count;

static void *work (void *none) {
  const int before = count;
  count = before + 1;
  return none;
}

int main (void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  assert (count > N - LOST);
  return 0;
}
