/* A constructor makes a thread, which is there in main, has ended (ENDS), or
   was joined at once (JOINED). */

#include <pthread.h>
#include <unistd.h>

static pthread_t thread;

static void *work (void *none) {
#ifndef ENDS
  pause ();
#endif
  return none;
}

__attribute__ ((constructor)) static void begin (void) {
  pthread_create (&thread, NULL, work, NULL);
#ifdef JOINED
  pthread_join (thread, NULL);
#endif
}

int main (void) {
#ifndef JOINED
  pthread_join (thread, NULL);
#endif
  return 0;
}
