/* expect: assertion

   Two threads write records to a pipe, and one reads both at once: or only the
   first, if it comes in between. */

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *send (void *none) {
  assert (write (ends[1], "ab", 2) == 2);
  return none;
}

static void *receive (void *none) {
  char records[4];
  assert (read (ends[0], records, 4) == 4);
  return none;
}

int main (void) {
  pthread_t threads[3];
  assert (!pipe (ends));
  pthread_create (&threads[0], NULL, send, NULL);
  pthread_create (&threads[1], NULL, send, NULL);
  pthread_create (&threads[2], NULL, receive, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
