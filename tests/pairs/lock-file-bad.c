/* expect: assertion

   The same, and somebody believes that the turns cannot alternate. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;

static void *run (void *second) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock (&lock);
    if (i)
      close (open ("/dev/null", O_RDONLY));
    order = order * 2 + (second != NULL);
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, &lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (order != 10);
  return 0;
}
