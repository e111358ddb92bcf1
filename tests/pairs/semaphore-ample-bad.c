/* expect: race
   expect: race
   options: --search ifsss --no-infer
   expect: deadlock
   options: -DLATE
   expect: assertion
   options: -DASK

   There is enough for everybody, so that whoever takes need not wait for who
   gives: nothing orders the accesses.  Or there seems to be enough, until one
   thread takes twice, in some executions; or somebody asks how much is left. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;
pthread_mutex_t lock;
static int x, first;

static void *give (void *unused) {
#if defined LATE || defined ASK
  pthread_mutex_lock (&lock);
  if (!first)
    first = 1;
  pthread_mutex_unlock (&lock);
  sem_wait (&permits);
#else
  x = 1;
  sem_post (&permits);
#endif
  return unused;
}

static void *take (void *unused) {
  sem_wait (&permits);
#if defined LATE
  pthread_mutex_lock (&lock);
  const int again = !first;
  if (!first)
    first = 2;
  pthread_mutex_unlock (&lock);
  if (again)
    sem_wait (&permits);
#elif defined ASK
  int left;
  sem_getvalue (&permits, &left);
  assert (left != 1);
#else
  x++;
#endif
  return unused;
}

int main (void) {
  pthread_t t, u;
  sem_init (&permits, 0, 2);
  pthread_create (&t, NULL, give, NULL);
  pthread_create (&u, NULL, take, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return x < 0 || first < 0;
}
