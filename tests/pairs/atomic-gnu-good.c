/* expect: verified

   GNU's atomics: two exchanges see each other, or one of them sees the
   beginning. */

#include <assert.h>
#include <pthread.h>

static char token;

static void *run (void *result) {
  char old = __atomic_exchange_n (&token, 1, __ATOMIC_ACQ_REL);
  *(int *)result = old;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int old[2];
  pthread_create (&a, NULL, run, &old[0]);
  pthread_create (&b, NULL, run, &old[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (old[0] + old[1] == 1);
  return 0;
}
