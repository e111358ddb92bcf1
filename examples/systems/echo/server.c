/* An echo server with a thread per client: whatever a client sends comes back.
   It ends after so many clients.

   With -DWRONG the threads count the messages without a lock: a data race.

   usage: server PORT CLIENTS */

#include "../net.h"

#include <assert.h>
#include <pthread.h>

static int count; /* messages */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count_message (void) {
#ifdef WRONG
  count++;
#else
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
#endif
}

static void *serve (void *argument) {
  const int client = (int)(long)argument;
  char byte;
  while (get (client, &byte, 1)) {
    count_message ();
    if (!put (client, &byte, 1))
      break;
  }
  close (client);
  return NULL;
}

int main (int argc, char **argv) {
  enum { MOST = 8 };
  pthread_t threads[MOST];
  const int clients = argc > 2 ? atoi (argv[2]) : 0;
  if (clients < 1 || clients > MOST)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  for (int i = 0; i < clients; i++) {
    const int client = accept_at (listener);
    pthread_create (&threads[i], NULL, serve, (void *)(long)client);
  }
  for (int i = 0; i < clients; i++)
    pthread_join (threads[i], NULL);
  close (listener);
  pthread_mutex_lock (&lock);
  assert (count == clients);
  pthread_mutex_unlock (&lock);
  return 0;
}
