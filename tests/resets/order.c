/* Two threads take a ticket each.  Who got which one depends on the schedule;
   that there are two does not: "same" writes only that. */

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int tickets, ticket[2];

static void *take (void *argument) {
  pthread_mutex_lock (&mutex);
  *(int *)argument = ++tickets;
  pthread_mutex_unlock (&mutex);
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, take, &ticket[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  (void)argv;
  if (argc > 1)
    printf ("%d tickets\n", tickets);
  else
    printf ("%d %d\n", ticket[0], ticket[1]);
  return 0;
}
