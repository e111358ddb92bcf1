/* expect: race

   A structure is copied as a whole while another thread writes a part of it. */

#include <pthread.h>
#include <string.h>

static struct point { int x, y, z; } point;

static void *copy (void *result) {
  memcpy (result, &point, sizeof point);
  return NULL;
}

static void *move (void *none) {
  point.z = 1;
  return none;
}

int main (void) {
  pthread_t a, b;
  struct point result;
  pthread_create (&a, NULL, copy, &result);
  pthread_create (&b, NULL, move, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
