/* There is always room: a loop that asks for input and for room finds the
   latter again and again, and waits busily for the former. */
//= verified
//: ended "done\n"
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter;

static void *writer (void *unused) {
  const uint64_t one = 1;
  write (counter, &one, sizeof one);
  return unused;
}

int main (void) {
  pthread_t t;
  counter = eventfd (0, 0);
  pthread_create (&t, NULL, writer, NULL);
  struct pollfd file = {counter, POLLIN | POLLOUT, 0};
  do
    poll (&file, 1, -1);
  while (!(file.revents & POLLIN));
  pthread_join (t, NULL);
  puts ("done");
}
