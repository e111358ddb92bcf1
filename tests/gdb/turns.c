/* Two threads that put letters in a row, three times each.  One order of the
   twenty is wrong: a replay must follow the trace exactly to come there. */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char order[7];
static int count;

__attribute__ ((noinline)) static void put (char letter) {
  order[count++] = letter;
}

static void *turn (void *letter) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    put (*(const char *)letter);
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, turn, (void *)&"AB"[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("%s\n", order);
  assert (strcmp (order, "ABBAAB"));
  return 0;
}
