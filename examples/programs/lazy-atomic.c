/* expect: verified
   executions: 4

   Double-checked initialisation as it should be: the pointer is atomic, and who
   sees it sees what it points to. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif

struct settings {
  int answer;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic (struct settings *) instance;

static struct settings *settings (void) {
  struct settings *now = atomic_load_explicit (&instance, memory_order_acquire);
  if (now)
    return now;
  pthread_mutex_lock (&lock);
  now = atomic_load_explicit (&instance, memory_order_relaxed);
  if (!now) {
    now = malloc (sizeof *now);
    now->answer = 42;
    atomic_store_explicit (&instance, now, memory_order_release);
  }
  pthread_mutex_unlock (&lock);
  return now;
}

static void *user (void *none) {
  assert (settings ()->answer == 42);
  return none;
}

int main (void) {
  pthread_t thread[N];
  for (int i = 0; i < N; i++)
    pthread_create (&thread[i], NULL, user, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  free (atomic_load (&instance));
  return 0;
}
