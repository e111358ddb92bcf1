/* expect: assertion
   options: -O0
   expect: assertion
   options: -O2

   The index is out of order for a moment, between two stores: to load it in a
   subscript is an operation like others. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static const int table[2] = {1, 0};
static atomic_int current;

static void *read (void *unused) {
  (void)unused;
  assert (table[current]);
  return NULL;
}

int main (void) {
  pthread_t reader;
  pthread_create (&reader, NULL, read, NULL);
  current = 1;
  current = 0;
  pthread_join (reader, NULL);
  return 0;
}
