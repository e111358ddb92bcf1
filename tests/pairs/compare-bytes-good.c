/* expect: verified
   options: --discipline none

   Comparing memory piece by piece is not waiting for it. */

#include <assert.h>
#include <pthread.h>
#include <string.h>

static char a[4] = "abc", b[4] = "abc";

static void *compare (void *unused) {
  assert (!memcmp (a, b, sizeof a));
  assert (strlen (a) == 3 && !strcmp (a, b));
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, compare, NULL);
  compare (NULL);
  pthread_join (t, NULL);
  return 0;
}
