/* expect: verified
   options: -DWAYS=1
   expect: verified
   options: -DWAYS=2

   A stream that is closed is gone: to give back its lock is not to use it, even
   where others can notice the moments at which locks are released. */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run (void *unused) {
  FILE *file = tmpfile ();
  assert (file);
  fprintf (file, "line\n");
  if (!pthread_mutex_trylock (&lock))
    pthread_mutex_unlock (&lock);
  assert (!fclose (file));
  return unused;
}

int main (void) {
#if WAYS == 2
  if (!fork ()) {
    run (NULL);
    _exit (0);
  }
#endif
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
#if WAYS == 2
  int status = 1;
  wait (&status);
  assert (!status);
#endif
  return 0;
}
