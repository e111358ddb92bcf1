/* expect: verified
   options: --search sss --no-races
   expect: verified
   options: --no-races

   Copying, setting and comparing no bytes accesses nothing, also where the
   search has learnt that variables are shared. */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile size_t last;
static char text[16];

static void *add (void *none) {
  const size_t nothing = none != NULL;
  last = nothing;
  memcpy (text, text + 8, nothing);
  memset (text, 1, nothing);
  pthread_mutex_lock (&lock);
  text[0]++;
  pthread_mutex_unlock (&lock);
  return memcmp (text, text + 8, nothing) ? text : NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, add, NULL);
  pthread_create (&b, NULL, add, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return text[0] != 2;
}
