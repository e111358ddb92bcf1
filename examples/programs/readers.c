/* expect: verified
   options: -DN=5
   executions: 32
   expect: verified
   options: -DN=13
   executions: 8192

   One thread writes a variable, N others read it: each reads the old or the new
   value, 2^N executions.  The order of the readers does not matter. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int x;

static void *write_x (void *none) {
  x = 42;
  return none;
}

static void *read_x (void *result) {
  *(int *)result = x;
  return NULL;
}

int main (void) {
  pthread_t writer, reader[N];
  int result[N];
  pthread_create (&writer, NULL, write_x, NULL);
  for (int i = 0; i < N; i++)
    pthread_create (&reader[i], NULL, read_x, &result[i]);
  pthread_join (writer, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (reader[i], NULL);
  for (int i = 0; i < N; i++)
    assert (result[i] == 0 || result[i] == 42);
  return 0;
}
