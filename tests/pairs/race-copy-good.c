/* expect: verified
   executions: 1

   A part of a structure is copied while another thread writes another part. */

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static struct point { int x, y, z; } point;

static void *copy (void *result) {
  memcpy (result, &point, offsetof (struct point, z));
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
  assert (result.x == 0 && point.z == 1);
  return 0;
}
