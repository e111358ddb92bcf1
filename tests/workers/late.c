/* Two assertions that fail in few executions, far from the first ones. */
#include "several.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>

enum { N = 5 };

static atomic_int count;
static int order[N];

static void *run (void *argument) {
  order[atomic_fetch_add (&count, 1)] = (int)(long)argument;
  return NULL;
}

int main (void) {
  run_all (N, run);
  printf ("%d %d\n", order[0], order[1]);
  assert (order[0] != 4 || order[1] != 3 || order[2] != 2);
  assert (order[0] != 3 || order[1] != 4 || order[2] != 1);
  return 0;
}
