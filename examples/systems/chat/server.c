/* A chat room: whatever a member says is sent to all members.  A thread for each
   of them listens.  The room opens when all are there, and ends when all are
   gone.

   Who says something to a member that has left finds out by an error.  With
   -DWRONG the member is then removed by the function that takes the lock, which
   the speaker has already: a deadlock.

   usage: server PORT MEMBERS */

#include "../net.h"

#include <pthread.h>

enum { MOST = 4 };
static int members[MOST], count; /* -1: has left */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void leave (int i) {
  pthread_mutex_lock (&lock);
  members[i] = -1;
  pthread_mutex_unlock (&lock);
}

static void tell_all (char word) {
  pthread_mutex_lock (&lock);
  for (int i = 0; i < count; i++)
    if (members[i] >= 0 && !put (members[i], &word, 1)) {
#ifdef WRONG
      leave (i);
#else
      members[i] = -1;
#endif
    }
  pthread_mutex_unlock (&lock);
}

static void *hear (void *argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock (&lock);
  const int member = members[i];
  pthread_mutex_unlock (&lock);
  char word;
  while (member >= 0 && get (member, &word, 1))
    tell_all (word);
  leave (i);
  if (member >= 0)
    close (member);
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
  for (int i = 0; i < count; i++)
    pthread_join (threads[i], NULL);
  close (listener);
  return 0;
}
