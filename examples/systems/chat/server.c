/* A chat room: whatever a member says is sent to all members.  A thread for
   each of them listens.  The room opens when all are there, and ends when all
   are gone.

   Who says something to a member that has left finds out by an error.  With
   -DWRONG the member is then removed by the function that takes the lock, which
   the speaker has already: a deadlock.

   usage: server PORT MEMBERS */

#include "../net.h"

#include <pthread.h>

enum { MOST = 4 };
static int members[MOST], count;
static int has_left[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of has_left */

static void leave (int i) {
  pthread_mutex_lock (&lock);
  has_left[i] = 1;
  pthread_mutex_unlock (&lock);
}

static void tell_all (char word) {
  pthread_mutex_lock (&lock);
  for (int i = 0; i < count; i++)
    if (!has_left[i] && !put (members[i], &word, 1)) {
#ifdef WRONG
      leave (i);
#else
      has_left[i] = 1;
#endif
    }
  pthread_mutex_unlock (&lock);
}

static void *hear (void *argument) {
  const int i = (int)(long)argument;
  char word;
  while (get (members[i], &word, 1))
    tell_all (word);
  leave (i);
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t threads[MOST];
  if (argc < 3 || atoi (argv[2]) > MOST)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  for (count = 0; count < atoi (argv[2]); count++)
    members[count] = accept_at (listener);
  for (int i = 0; i < count; i++)
    pthread_create (&threads[i], NULL, hear, (void *)(long)i);
  for (int i = 0; i < count; i++) {
    pthread_join (threads[i], NULL);
    close (members[i]);
  }
  close (listener);
  return 0;
}
