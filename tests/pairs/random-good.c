/* expect: verified
   options: -DDRAW=DRAW_RAND
   executions: 1
   expect: verified
   options: --random 2 -DDRAW=DRAW_RAND
   executions: 4
   expect: verified
   options: --random 3 -DDRAW=DRAW_RAND_R
   executions: 9
   expect: verified
   options: --random 3 -DDRAW=DRAW_RANDOM
   executions: 9
   expect: verified
   options: --random 3 -DDRAW=DRAW_DRAND48
   executions: 9
   expect: verified
   options: --random 3 -DDRAW=DRAW_GETRANDOM
   executions: 9
   expect: verified
   options: --random 9 -DDRAW=DRAW_GETENTROPY
   executions: 81
   expect: verified
   options: --random 3 -DDRAW=DRAW_LRAND48
   executions: 9

   Two random numbers, and any two are different or not. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

unsigned seed;

unsigned some (int entropy) {
  unsigned short value = 0;
  int failed = entropy ? getentropy (&value, sizeof value)
                       : getrandom (&value, sizeof value, 0) < 0;
  return failed ? 0 : value;
}

#define DRAW_RAND (unsigned)rand ()
#define DRAW_RANDOM (unsigned)random ()
#define DRAW_RAND_R (unsigned)rand_r (&seed)
#define DRAW_LRAND48 (unsigned)lrand48 ()
#define DRAW_DRAND48 (unsigned)(drand48 () * 30)
#define DRAW_GETRANDOM some (0)
#define DRAW_GETENTROPY some (1)

int main (void) {
  unsigned a = DRAW;
  unsigned b = DRAW;
  assert (a == b || a != b);
  return 0;
}
