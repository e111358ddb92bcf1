/* expect: verified

   Two variables in one page, each used by one thread alone. */

#include <pthread.h>

static int chosen, mine, others;

static void *add (void *unused) {
  if (!chosen)
    others = 1;
  return unused;
}

int main (int argc, char **argv) {
  pthread_t other;
  chosen = argc > 1 && argv;
  pthread_create (&other, NULL, add, NULL);
  mine = 2;
  pthread_join (other, NULL);
  return 0;
}
