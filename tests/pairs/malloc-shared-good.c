/* expect: verified
   executions: 1

   Each thread gets a block from main, allocates another one and gives it back;
   main frees all. */

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *copy (void *argument) {
  int *block = argument;
  int *result = malloc (sizeof *result);
  *result = *block + 1;
  free (block);
  return result;
}

static int *number (int value) {
  int *block = malloc (sizeof *block);
  *block = value;
  return block;
}

int main (void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create (&a, NULL, copy, number (1));
  pthread_create (&b, NULL, copy, number (2));
  pthread_join (a, &first);
  pthread_join (b, &second);
  assert (*(int *)first == 2 && *(int *)second == 3);
  free (first);
  free (second);
  return 0;
}
