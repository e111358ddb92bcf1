/* expect: assertion
   options: --no-races
   expect: assertion
   options: --no-races -DODD
   expect: race
   native: no

   Plain memory of more than 8 bytes, or across a border of 8 bytes, that is
   written as a whole and looked at where it ends. */

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef ODD
static _Alignas(8) struct __attribute__ ((packed)) {
  char before[6];
  int value;
} all;
static const int shift = 16;
#else
static struct { __int128 value; } all;
static const int shift = 64;
#endif

static void *look (void *argument) {
  const short *end = (const short *)((const char *)&all + sizeof all) - 1;
#ifndef ODD
  end -= 3; /* the first of the second half */
#endif
  assert (*end != 1);
  return argument;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, look, NULL);
  all.value = (__typeof__ (all.value))1 << shift;
  all.value = (__typeof__ (all.value))2 << shift;
  pthread_join (thread, NULL);
  return 0;
}
