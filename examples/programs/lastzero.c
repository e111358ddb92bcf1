/* expect: verified
   options: -DN=5
   executions: 64
   expect: verified
   options: -DN=10
   executions: 3328
   expect: verified
   options: -DN=13
   executions: 32768
   long: yes

   N threads each set one element of an array to its left neighbour's value plus
   one, while a further one looks for the last zero, from the right.  What it
   reads depends on what it read before: (N + 3) 2^(N - 2) executions (Abdulla,
   Aronis, Jonsson, Sagonas: Optimal Dynamic Partial Order Reduction). */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int array[N + 1];

static void *find (void *result) {
  int i = N;
  while (array[i] != 0)
    i--;
  *(int *)result = i;
  return NULL;
}

static void *set (void *argument) {
  atomic_int *element = argument;
  *element = element[-1] + 1;
  return NULL;
}

int main (void) {
  pthread_t thread[N + 1];
  int zero;
  pthread_create (&thread[0], NULL, find, &zero);
  for (int i = 1; i <= N; i++)
    pthread_create (&thread[i], NULL, set, &array[i]);
  for (int i = 0; i <= N; i++)
    pthread_join (thread[i], NULL);
  assert (0 <= zero && zero <= N);
  return 0;
}
