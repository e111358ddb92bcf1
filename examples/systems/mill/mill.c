/* Two processes that work by themselves, each with two threads and locks, and
   then exchange what they have: local work, which --reduce local does not
   interleave with that of the other process.

   With -DWRONG a process whose second thread was the last one to finish waits
   for the other process before it sends: if both do so, nobody moves.

   usage: mill listen|connect NAME */

#include "../net.h"

#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
enum { GRAINS = 1 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flour, last;

static void *grind (void *argument) {
  for (int i = 0; i < GRAINS; i++) {
    pthread_mutex_lock (&lock);
    flour++;
    last = (int)(long)argument;
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

static void work (void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, grind, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
}

static int waits_first (void) {
#ifdef WRONG
  return last == 1;
#else
  return 0;
#endif
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int other = strcmp (argv[1], "listen") == 0
                        ? accept_at (listen_at_name (argv[2]))
                        : connect_to_name (argv[2]);
  work ();
  char mine = (char)flour, its = 0;
  if (waits_first ())
    get (other, &its, 1);
  assert (put (other, &mine, 1));
  if (!waits_first ())
    assert (get (other, &its, 1));
  assert (its == mine);
  return 0;
}
