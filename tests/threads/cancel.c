/* expect: verified
   executions: 4
   expect: verified
   options: -fexceptions
   executions: 4
   expect: assertion
   options: -DALWAYS
   expect: assertion
   options: -DNEVER

   A thread that waits for a semaphore is cancelled, or gets it: both happen,
   and nothing else.  (If it is cancelled: before or after the post.  If not: it
   has or has not ended when that is tried.) */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int handled;

static void handle (void *none) {
  (void)none;
  handled++;
}

static void *run (void *none) {
  pthread_cleanup_push (handle, NULL);
  sem_wait (&semaphore);
  pthread_cleanup_pop (0);
  return none;
}

static void *post (void *none) {
  sem_post (&semaphore);
  return none;
}

int main (void) {
  pthread_t thread, poster;
  void *result;
  int value;
  sem_init (&semaphore, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
  pthread_create (&poster, NULL, post, NULL);
  pthread_cancel (thread);
  pthread_join (thread, &result);
  pthread_join (poster, NULL);
  sem_getvalue (&semaphore, &value);
#ifdef ALWAYS
  assert (result == PTHREAD_CANCELED);
#endif
#ifdef NEVER
  assert (result != PTHREAD_CANCELED);
#endif
  assert (handled == (result == PTHREAD_CANCELED) && value == handled);
  return 0;
}
