/* expect: race

   Two bit-fields side by side are one memory location: to write one is to
   write both. */

#include <pthread.h>

static struct {
  unsigned int left : 3;
  unsigned int right : 3;
} bits;

static void *left (void *none) {
  bits.left = 1;
  return none;
}

static void *right (void *none) {
  bits.right = 1;
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
