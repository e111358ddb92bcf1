/* Many ways lead to nothing, and one to all the work: the part behind it is
   given back, and divided anew. */

#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif
enum { FLAGS = 6 };

static atomic_int flags[FLAGS], sum, seen;

static void *set (void *unused) {
  for (int i = 0; i < FLAGS; i++)
    atomic_store (&flags[i], 1);
  return unused;
}

static void *look (void *unused) {
  for (int i = 0; i < FLAGS; i++)
    seen += atomic_load (&flags[i]);
  return unused;
}

static void *work (void *unused) {
  for (int i = 0; i < ROUNDS; i++)
    atomic_fetch_add (&sum, 1);
  return unused;
}

int main (void) {
  pthread_t a, b, t[THREADS];
  pthread_create (&a, 0, set, 0);
  pthread_create (&b, 0, look, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  if (seen)
    return 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  return 0;
}
