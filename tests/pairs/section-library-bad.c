/* expect: assertion
   options: --search sss
   expect: assertion
   options: --search sss -DSTREAM
   expect: assertion
   expect: assertion
   options: -DSTREAM

   Two threads draw numbers, or write to one stream, under a lock: each may be
   first.  Nothing but the library's own memory tells. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int numbers[2];
static FILE *stream;

static void *draw (void *number) {
  pthread_mutex_lock (&lock);
#ifdef STREAM
  fputs (number == &numbers[0] ? "a" : "b", stream);
#endif
  *(int *)number = rand ();
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  char *text;
  size_t size;
  stream = open_memstream (&text, &size);
  srand (1);
  const int first = rand ();
  srand (1);
  pthread_create (&a, NULL, draw, &numbers[0]);
  pthread_create (&b, NULL, draw, &numbers[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  fclose (stream);
#ifdef STREAM
  assert (first && !strcmp (text, "ab"));
#else
  assert (numbers[0] == first);
#endif
  free (text);
  return 0;
}
