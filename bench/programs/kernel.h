/* What the compute-bound programs have in common: main, which lets one thread
   run `kernel` while another has nothing to do.

   Arguments: how many rounds, and whether the memory is `own` or `shared`.  If
   it is shared, main looks at it afterwards; so two threads use it, and a
   checker has to watch all accesses for races. */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many bytes for the kernel to work in. */
enum { WORKSPACE = 1 << 18 };

/* Computes for a while in `workspace` and returns a check sum. */
static uint64_t kernel (int rounds, unsigned char *workspace);

static int rounds;
static unsigned char *workspace;

static uint64_t draw (uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static void *work (void *result) {
  *(uint64_t *)result = kernel (rounds, workspace);
  return NULL;
}

static void *idle (void *nothing) {
  return nothing;
}

static uint64_t look_at_workspace (void) {
  uint64_t sum = 0;
  for (size_t i = 0; i < WORKSPACE; i += 512)
    sum += workspace[i];
  return sum;
}

int main (int argc, char **argv) {
  pthread_t worker, other;
  uint64_t result = 0;
  rounds = argc > 1 ? atoi (argv[1]) : 1;
  workspace = calloc (1, WORKSPACE);
  pthread_create (&worker, NULL, work, &result);
  pthread_create (&other, NULL, idle, NULL);
  pthread_join (worker, NULL);
  pthread_join (other, NULL);
  if (argc > 2 && !strcmp (argv[2], "shared"))
    result += look_at_workspace ();
  printf ("%llu\n", (unsigned long long)result);
  return 0;
}
