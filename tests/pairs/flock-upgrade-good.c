/* expect: verified
   expect: verified
   options: -DATTEMPT

   Two descriptions of a file, by flock: who has a shared lock and asks for an
   exclusive one gives the shared one away before, so that two who do so need
   not wait for each other; and who does not get it has none. */

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static int descriptors[2];

#ifdef ATTEMPT
static void *upgrade (void *none) {
  return none;
}
#else
static void *upgrade (void *descriptor) {
  const int own = *(int *)descriptor;
  assert (!flock (own, LOCK_SH));
  assert (!flock (own, LOCK_EX));
  assert (!flock (own, LOCK_UN));
  return NULL;
}
#endif

int main (void) {
  char name[] = "/tmp/flock-XXXXXX";
  pthread_t threads[2];
  close (mkstemp (name));
  for (int i = 0; i < 2; i++)
    descriptors[i] = open (name, O_RDWR);
  unlink (name);
#ifdef ATTEMPT
  for (int i = 0; i < 2; i++)
    assert (!flock (descriptors[i], LOCK_SH));
  assert (flock (descriptors[0], LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK);
  assert (!flock (descriptors[1], LOCK_EX | LOCK_NB));
#endif
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, upgrade, &descriptors[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
