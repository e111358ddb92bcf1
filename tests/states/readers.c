/* expect: verified
   expect: assertion
   options: -DWRONG

   Readers and a writer, for ever. */

#include <pthread.h>
#include <assert.h>
static int x, y;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *reader (void *p) {
  for (;;) {
    pthread_rwlock_rdlock (&l);
    assert (x == y);
    pthread_rwlock_unlock (&l);
  }
  return p;
}
static void *writer (void *p) {
  for (;;) {
    pthread_rwlock_wrlock (&l);
    x = (x + 1) % 3;
#ifdef WRONG
    if (!x)
      pthread_rwlock_unlock (&l), pthread_rwlock_wrlock (&l);
#endif
    y = x;
    pthread_rwlock_unlock (&l);
  }
  return p;
}
int main (void) {
  pthread_t t[3];
  pthread_create (&t[0], 0, reader, 0);
  pthread_create (&t[1], 0, reader, 0);
  pthread_create (&t[2], 0, writer, 0);
  pthread_join (t[0], 0);
}
