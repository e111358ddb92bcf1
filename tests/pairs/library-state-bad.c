/* expect: race
   options: -DTOKEN
   expect: race
   options: -DTIME

   Functions of the library that keep something between calls, for all threads.
 */

#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static void *work (void *unused) {
#ifdef TOKEN
  char text[] = "a b";
  strtok (text, " ");
#else
  const time_t when = 5;
  localtime (&when);
#endif
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, work, NULL);
  work (NULL);
  pthread_join (thread, NULL);
  return 0;
}
