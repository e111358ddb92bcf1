/* expect: livelock
   options: --discipline none

   Comparing again and again is waiting, for ever if nobody changes it. */

#include <pthread.h>
#include <string.h>

static char a[4] = "abc", b[4] = "abc";

static void *compare (void *unused) {
  while (!memcmp (a, b, sizeof a))
    ;
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, compare, NULL);
  compare (NULL);
  pthread_join (t, NULL);
  return 0;
}
