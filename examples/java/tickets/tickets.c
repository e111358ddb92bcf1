/* Sells the last ticket of a show, at a port, to two visitors: a thread for
   each. A byte asks for something, and a byte is the answer:

     a   how many are left?
     b   buy one, whatever is left
     t   take one if there is one: was there? */

#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static char answer (char wish) {
  const int before = left;
  if (wish == 'b' || (wish == 't' && left))
    left--;
  assert (left >= 0);
  return (char)before;
}

static void *serve (void *connection) {
  const int file = (int)(long)connection;
  char byte;
  while (read (file, &byte, 1) == 1) {
    pthread_mutex_lock (&lock);
    byte = answer (byte);
    pthread_mutex_unlock (&lock);
    if (write (file, &byte, 1) != 1)
      break;
  }
  close (file);
  return NULL;
}

int main (int argc, char **argv) {
  const int door = socket (AF_INET, SOCK_STREAM, 0), one = 1;
  struct sockaddr_in name = {.sin_family = AF_INET,
                             .sin_port = htons (argc > 1 ? atoi (argv[1]) : 0),
                             .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  pthread_t threads[2];
  setsockopt (door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind (door, (struct sockaddr *)&name, sizeof name) || listen (door, 2))
    return 2;
  for (int i = 0; i < 2; i++) {
    const long file = accept (door, NULL, NULL);
    pthread_create (&threads[i], NULL, serve, (void *)file);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
