/* expect: race
   expect: race
   options: --search ifsss
   expect: assertion
   options: -DSIZES
   expect: assertion
   options: -DSIZES --search ifsss
   expect: assertion
   options: -DHALVES
   expect: deadlock
   options: -DFEW
   expect: assertion
   options: -DORDER
   expect: assertion
   options: -DLOOK
   expect: assertion
   options: -DEND

   Two threads write records and two read them: what one writer does after its
   record is not ordered before who reads it; two small records come at once, or
   half of one, a reader waits for ever or gets what it does not expect, another
   one looks without waiting, or finds the end. */

#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

static int ends[2], x;
static atomic_int other;

static void *write_record (void *which) {
#ifdef HALVES
  if (!which)
    other = 1;
  assert (write (ends[1], "ab", 2) == 2);
#else
  const char record = (char)(uintptr_t)which;
  assert (write (ends[1], &record, 1) == 1);
#endif
#if !defined HALVES && !defined SIZES && !defined FEW && !defined ORDER &&     \
    !defined LOOK && !defined END
  if (which)
    x = 1;
#endif
#ifdef END
  close (which ? ends[1] : -1);
#endif
  return NULL;
}

static void *read_record (void *which) {
  char record[2] = {0};
#ifdef SIZES
  assert (read (ends[0], record, 2) < 2);
#elif defined HALVES
  if (which)
    return which;
  assert (read (ends[0], record, 1) == 1);
  assert (read (ends[0], record, 1) == 1);
  assert (other);
#elif defined LOOK
  struct pollfd p = {ends[0], POLLIN, 0};
  assert (!which || poll (&p, 1, 0) == 0);
#elif defined ORDER
  assert (read (ends[0], record, 1) == 1);
  assert (!which || record[0] == 1);
#elif defined END
  assert (read (ends[0], record, 1) == 1);
#else
  assert (read (ends[0], record, 1) == 1);
  if (which && record[0])
    return x ? which : NULL;
#endif
#ifdef FEW
  if (which)
    (void)!read (ends[0], record, 1);
#endif
  return NULL;
}

int main (void) {
  pthread_t threads[4];
  if (pipe (ends) != 0)
    return 1;
  for (uintptr_t i = 0; i < 2; i++) {
    pthread_create (&threads[i], NULL, write_record, (void *)i);
    pthread_create (&threads[2 + i], NULL, read_record, (void *)i);
  }
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
#ifdef END
  char rest;
  assert (read (ends[0], &rest, 1) == 1);
#endif
  return 0;
}
