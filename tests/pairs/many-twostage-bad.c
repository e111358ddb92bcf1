/* expect: assertion
   options: -DN=4 --executions 200
   expect: assertion
   options: -DN=10 --executions 200
   long: yes
   expect: assertion
   options: -DN=20 --executions 2500
   long: yes

   Two values that belong together, each with a lock of its own.  N threads
   write both, others may see the first without the second. */

#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 10
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *write_both (void *none) {
  pthread_mutex_lock (&first_lock);
  first = 1;
  pthread_mutex_unlock (&first_lock);
  pthread_mutex_lock (&second_lock);
  second = 2;
  pthread_mutex_unlock (&second_lock);
  return none;
}

static void *read_both (void *none) {
  pthread_mutex_lock (&first_lock);
  const int one = first;
  pthread_mutex_unlock (&first_lock);
  if (!one)
    return none;
  pthread_mutex_lock (&second_lock);
  const int two = second;
  pthread_mutex_unlock (&second_lock);
  assert (two == one + 1);
  return none;
}

int main (void) {
  pthread_t writers[N], reader;
  for (int i = 0; i < N; i++)
    pthread_create (&writers[i], NULL, write_both, NULL);
  pthread_create (&reader, NULL, read_both, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (writers[i], NULL);
  pthread_join (reader, NULL);
  return 0;
}
