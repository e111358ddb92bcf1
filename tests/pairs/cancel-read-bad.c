/* expect: deadlock
   expect: deadlock
   options: --search ifsss

   A thread that waits for a pipe is cancelled, but does not let that happen. */

#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader (void *unused) {
  char byte;
  int old;
  (void)unused;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old);
  while (read (ends[0], &byte, 1) >= 0)
    ;
  return NULL;
}

int main (void) {
  pthread_t thread;
  if (pipe (ends))
    return 1;
  pthread_create (&thread, NULL, reader, NULL);
  pthread_cancel (thread);
  pthread_join (thread, NULL);
  return 0;
}
