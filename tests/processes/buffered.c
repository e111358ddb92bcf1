/* What is still in buffers when a process ends goes where it belongs: to a pipe
   that is its standard output, and to a file.
   expect: verified */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void to_pipe (int *ends) {
  dup2 (ends[1], 1);
  close (ends[0]);
  close (ends[1]);
  printf ("hello\n");
  exit (0);
}

static void to_file (void) {
  FILE *file = fopen ("folder/kept", "w");
  fputs ("new", file);
  exit (0);
}

int main (void) {
  int ends[2];
  char text[20] = "";
  assert (!pipe (ends));
  if (!fork ())
    to_pipe (ends);
  close (ends[1]);
  assert (read (ends[0], text, sizeof text) == 6 &&
          !memcmp (text, "hello\n", 6));
  wait (NULL);
  if (!fork ())
    to_file ();
  wait (NULL);
  FILE *file = fopen ("folder/kept", "r");
  assert (fgets (text, sizeof text, file) && !strcmp (text, "new"));
  printf ("%s\n", text);
  return 0;
}
