/* expect: verified
   executions: 11

   A reader trusts what it read if the sequence number is even and the same
   before and after. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void *writer (void *none) {
  sequence++;
  left = 1;
  right = 1;
  sequence++;
  return none;
}

static void *reader (void *none) {
  unsigned int before = sequence;
  if (before % 2)
    return none;
  int l = left;
  int r = right;
  if (sequence == before)
    assert (l == r);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, writer, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
