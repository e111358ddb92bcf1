/* expect: verified
   options: -DN=11
   executions: 1
   expect: verified
   options: -DN=12
   executions: 8
   expect: verified
   options: -DN=13
   executions: 64
   expect: verified
   options: -DN=14
   executions: 512

   N threads insert four messages each into a hash table.  Only threads whose
   numbers differ by eleven meet, in three entries (Flanagan, Godefroid: Dynamic
   Partial-Order Reduction for Model Checking Software). */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 12
#endif
#define SIZE 128
#define MESSAGES 4

static atomic_int table[SIZE];

static void insert (int message) {
  int entry = message * 7 % SIZE;
  int empty = 0;
  while (!atomic_compare_exchange_strong (&table[entry], &empty, message)) {
    entry = (entry + 1) % SIZE;
    empty = 0;
  }
}

static void *run (void *argument) {
  int number = *(int *)argument;
  for (int i = 1; i <= MESSAGES; i++)
    insert (i * 11 + number);
  return NULL;
}

int main (void) {
  pthread_t thread[N];
  int number[N];
  int used = 0;
  for (int i = 0; i < N; i++) {
    number[i] = i;
    pthread_create (&thread[i], NULL, run, &number[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  for (int i = 0; i < SIZE; i++)
    used += table[i] != 0;
  assert (used == N * MESSAGES);
  return 0;
}
