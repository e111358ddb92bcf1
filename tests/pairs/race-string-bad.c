/* expect: race

   The library's functions on strings read and write memory, too. */

#include <pthread.h>
#include <string.h>

static char name[16] = "nobody";

static void *rename_it (void *none) {
  strcpy (name, "somebody");
  return none;
}

static void *measure (void *result) {
  *(size_t *)result = strlen (name);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  size_t length;
  pthread_create (&a, NULL, rename_it, NULL);
  pthread_create (&b, NULL, measure, &length);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
