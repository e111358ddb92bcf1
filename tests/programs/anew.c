/* What is unordered becomes visible when it is met, and the search begins
 * again. */

#include <pthread.h>
#include <stdio.h>

static int x, y;

static void *increment (void *argument) {
  x++;
  return argument;
}

int main (void) {
  pthread_t other;
  pthread_create (&other, NULL, increment, NULL);
  y = x++;
  pthread_join (other, NULL);
  printf ("%d %d\n", x, y);
  return 0;
}
