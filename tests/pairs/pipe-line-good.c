/* expect: verified
   executions: 2
   expect: verified
   options: -DWRITERS=3
   executions: 6
   expect: verified
   options: -DREADERS=2
   executions: 2
   expect: verified
   options: -DREADERS=2 --search ifsss
   expect: verified
   options: -DREADERS=2 --search sss
   expect: verified
   options: -DEND

   Records of one size in a pipe: in which order they are written matters, and
   in which they are read, but not how far readers are when they are written.
   Who waits for the end looks at all of it. */

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS (READERS == 1 ? 2 : 1)
#endif
enum { ALL = 6 };

static int ends[2];

static void *write_some (void *unused) {
  const long record = 7;
  for (int i = 0; i < (WRITERS > 1 ? 1 : 2); i++)
    assert (write (ends[1], &record, sizeof record) == sizeof record);
  return unused;
}

static void *read_some (void *unused) {
  long record;
  for (int i = 0; i < (READERS > 1 ? 1 : WRITERS); i++)
    assert (read (ends[0], &record, sizeof record) == sizeof record &&
            record == 7);
  return unused;
}

int main (void) {
  pthread_t writers[ALL], readers[ALL];
  if (pipe (ends) != 0)
    return 1;
  for (int i = 0; i < WRITERS; i++)
    pthread_create (&writers[i], NULL, write_some, NULL);
  for (int i = 0; i < READERS; i++)
    pthread_create (&readers[i], NULL, read_some, NULL);
  for (int i = 0; i < WRITERS; i++)
    pthread_join (writers[i], NULL);
#ifdef END
  close (ends[1]);
#endif
  for (int i = 0; i < READERS; i++)
    pthread_join (readers[i], NULL);
#ifdef END
  char rest;
  assert (read (ends[0], &rest, 1) == 0);
#endif
  return 0;
}
