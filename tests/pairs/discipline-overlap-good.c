/* expect: verified
   options: --discipline mld
   expect: verified
   options: --discipline mld --search sss

   Neighbours in one word, guarded by different locks; and accesses of several
   sizes that overlap, guarded by the same. */

#include <pthread.h>
#include <string.h>

static struct {
  char a, b;
  short c;
  int d;
} s;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER,
                       n = PTHREAD_MUTEX_INITIALIZER;

static void *one (void *unused) {
  pthread_mutex_lock (&m);
  memset (&s, 0, 2);
  s.a = 1;
  s.b = 2;
  pthread_mutex_unlock (&m);
  return unused;
}

static void *two (void *unused) {
  pthread_mutex_lock (&n);
  memset (&s.c, 0, 6);
  s.c = 5;
  s.d = 6;
  pthread_mutex_unlock (&n);
  pthread_mutex_lock (&m);
  s.b++;
  pthread_mutex_unlock (&m);
  return unused;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, one, NULL);
  pthread_create (&u, NULL, two, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return s.a != 1 || s.d != 6;
}
