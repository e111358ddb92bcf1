/* expect: assertion

   Two threads print, and one of them believes to be first. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int lines;

static void *left (void *none) {
  printf ("left is line %d\n", ++lines);
  return none;
}

static void *right (void *none) {
  int mine = ++lines;
  printf ("right is line %d\n", mine);
  assert (mine == 1);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, left, NULL);
  pthread_create (&b, NULL, right, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
