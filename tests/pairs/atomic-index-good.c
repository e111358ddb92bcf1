/* expect: verified
   options: -O0
   expect: verified
   options: -O2

   A reader looks into one of two tables, a writer fills the other one and then
   turns to it: an atomic variable is the index, another one the pointer.  C
   loads both atomically, in subscripts, too. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int tables[2][2] = {{1, 1}, {0, 0}};
static _Atomic unsigned char current;
static int *_Atomic table = tables[0];

static void *read (void *unused) {
  (void)unused;
  assert (tables[current][0] > 0);
  assert (table[1] > 0);
  return NULL;
}

int main (void) {
  pthread_t reader;
  pthread_create (&reader, NULL, read, NULL);
  tables[1][0] = tables[1][1] = 2;
  current = 1;
  table = tables[1];
  pthread_join (reader, NULL);
  return 0;
}
