/* expect: assertion

   Another thread looks at a variable on the stack that is overwritten in the
   first round of a loop. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int end;

static void *look (void *at) {
  pthread_mutex_lock (&m);
  if (*(int *)at == 0)
    end = 1;
  pthread_mutex_unlock (&m);
  return NULL;
}

int main (void) {
  pthread_t thread;
  int value = 1, ends = 0;
  pthread_create (&thread, NULL, look, &value);
  for (int i = 0; !ends;) {
    pthread_mutex_lock (&m);
    value = i;
    ends = end;
    pthread_mutex_unlock (&m);
  }
  assert (0);
  return 0;
}
