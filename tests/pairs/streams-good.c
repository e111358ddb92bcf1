/* expect: verified
   options: -DTHREADS=2
   executions: 2
   expect: verified
   options: -DTHREADS=2 --search ifsss
   expect: verified
   options: -DTHREADS=3 -DOUTPUT
   executions: 1

   Each call is one of a piece, and orders what is before it: who finds the
   second line has seen what was written before the first.  The order of what
   threads print is the same to the program. */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;

#ifdef OUTPUT
static void *run (void *unused) {
  printf ("line\n");
  return unused;
}
static void look (void) {}
#else
static void *run (void *unused) {
  fprintf (file, "%s %d\n", "line", 1);
  return unused;
}
static void look (void) {
  char line[20];
  rewind (file);
  for (int i = 0; i < THREADS; i++)
    assert (fgets (line, sizeof line, file) && !strcmp (line, "line 1\n"));
  assert (!fgets (line, sizeof line, file));
}
#endif

int main (void) {
  pthread_t threads[THREADS];
  file = tmpfile ();
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, run, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  look ();
  return 0;
}
