/* expect: discipline
   options: --discipline mld
   expect: discipline
   options: --discipline mld --search sss
   expect: discipline
   options: --discipline mld --search ifsss -DUNION
   expect: discipline
   options: --discipline mld --search sss -DBITS
   expect: discipline
   options: --discipline mld -DCOPY

   A structure is guarded by one lock as a whole, and a part of it by another.
   The accesses begin at different places, and overlap. */

#include <pthread.h>
#include <string.h>

static struct {
  int a;
  union {
    int whole;
    short half[2];
    char byte[4];
  } b;
  struct {
    unsigned low : 3, high : 5;
  } bits;
  int c;
} s;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER,
                       n = PTHREAD_MUTEX_INITIALIZER;

static void *one (void *unused) {
  pthread_mutex_lock (&m);
#if defined UNION
  s.b.whole = 7;
#elif defined BITS
  s.bits.low = 1;
#elif defined COPY
  char copy[sizeof s];
  memcpy (copy, &s, sizeof s);
#else
  memset (&s, 0, sizeof s);
#endif
  pthread_mutex_unlock (&m);
  return unused;
}

static void *two (void *unused) {
  pthread_mutex_lock (&n);
#if defined UNION
  s.b.byte[3] = 1;
#elif defined BITS
  s.bits.high = 2;
#else
  s.c = 5;
#endif
  pthread_mutex_unlock (&n);
  return unused;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, one, NULL);
  pthread_create (&u, NULL, two, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
