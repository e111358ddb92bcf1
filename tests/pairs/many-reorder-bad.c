/* expect: assertion
   options: -DN=6 --executions 200
   expect: assertion
   options: -DN=10 --executions 200
   long: yes
   expect: assertion
   options: -DN=20 --executions 2500
   long: yes
   expect: assertion
   options: -DN=10 -DPLAIN --no-races --executions 200
   long: yes
   expect: assertion
   options: -DN=20 -DPLAIN --no-races --executions 2500
   long: yes
   expect: race
   options: -DN=20 -DPLAIN --executions 5

   N threads write two variables, one after the other; another one sees the
   first without the second.  With many writers that is rare: each of them sets
   things right.

   With -DPLAIN the variables are not atomic: without --no-races, there is a
   race. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif

#ifdef PLAIN
static int a, b;
#else
static atomic_int a, b;
#endif

static void *set (void *none) {
  a = 1;
  b = -1;
  return none;
}

static void *look (void *none) {
  const int seen = a;
  assert (!seen || b == -1);
  return none;
}

int main (void) {
  pthread_t threads[N], looker;
  for (int i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, set, NULL);
  pthread_create (&looker, NULL, look, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  pthread_join (looker, NULL);
  return 0;
}
