/* expect: verified
   options: --discipline mld
   expect: verified
   options: --discipline mld --search sss

   More locks than anybody would count, unlocked in another order than they were
   locked: the last one is held at every access. */

#include <pthread.h>

#ifndef LOCK
#define LOCK (N - 1)
#endif

enum { N = 40 };

static pthread_mutex_t locks[N];
static int x;

static void *one (void *unused) {
  for (int i = 0; i < N; i++)
    pthread_mutex_lock (&locks[i]);
  x++;
  for (int i = 0; i < N - 1; i++)
    pthread_mutex_unlock (&locks[i]);
  x++;
  pthread_mutex_unlock (&locks[N - 1]);
  return unused;
}

static void *two (void *unused) {
  pthread_mutex_lock (&locks[LOCK]);
  x++;
  pthread_mutex_unlock (&locks[LOCK]);
  return unused;
}

int main (void) {
  pthread_t t, u;
  for (int i = 0; i < N; i++)
    pthread_mutex_init (&locks[i], NULL);
  pthread_create (&t, NULL, one, NULL);
  pthread_create (&u, NULL, two, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
