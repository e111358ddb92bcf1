/* A ring of partners over TCP: a token goes round.

   usage: ring all COUNT ROUNDS          all of them are threads of one process
          ring NUMBER COUNT ROUNDS       one of them: a process of its own

   Number 0 sends the token first.  Every partner listens at a port of its own,
   connects to the next one as soon as that listens, receives the token from the
   one before it and sends it on. */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_PORT = 7000, MOST = 16 };

static long count, rounds;

static struct sockaddr_in address (long number) {
  return (struct sockaddr_in){.sin_family = AF_INET,
                              .sin_port =
                                  htons ((uint16_t)(FIRST_PORT + number)),
                              .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
}

static int listen_as (long number) {
  const struct sockaddr_in own = address (number);
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  if (bind (s, (const struct sockaddr *)&own, sizeof own) || listen (s, 1))
    abort ();
  return s;
}

static int connect_to (long number) {
  const struct sockaddr_in other = address (number);
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  while (connect (s, (const struct sockaddr *)&other, sizeof other))
    ;
  return s;
}

static void *take_part (void *argument) {
  const long number = (long)argument;
  const int listener = listen_as (number);
  const int next = connect_to ((number + 1) % count);
  const int previous = accept (listener, NULL, NULL);
  char token = 't';
  for (long i = 0; i < rounds; i++)
    if ((!number && send (next, &token, 1, 0) != 1) ||
        recv (previous, &token, 1, 0) != 1 ||
        (number && send (next, &token, 1, 0) != 1))
      abort ();
  close (next);
  close (previous);
  close (listener);
  return NULL;
}

static void run_all (void) {
  pthread_t threads[MOST];
  for (long i = 1; i < count; i++)
    pthread_create (&threads[i], NULL, take_part, (void *)i);
  take_part (NULL);
  for (long i = 1; i < count; i++)
    pthread_join (threads[i], NULL);
}

int main (int argc, char **argv) {
  if (argc != 4)
    return 2;
  count = atol (argv[2]);
  rounds = atol (argv[3]);
  if (count < 2 || count > MOST)
    return 2;
  if (*argv[1] == 'a')
    run_all ();
  else
    take_part ((void *)atol (argv[1]));
  return 0;
}
