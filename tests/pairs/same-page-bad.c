/* expect: race

   Main writes beside the variable before it creates the other thread, and goes
   on without a visible operation: nobody else has used that page so far. */

#include <pthread.h>

static int chosen, shared;

static void *add (void *unused) {
  if (!chosen)
    shared = 1;
  return unused;
}

int main (int argc, char **argv) {
  pthread_t other;
  chosen = argc > 1 && argv;
  pthread_create (&other, NULL, add, NULL);
  shared = 2;
  pthread_join (other, NULL);
  return 0;
}
