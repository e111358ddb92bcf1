/* Processes share the position of a file that is opened to be written
   meanwhile: by one that reads it later, by descriptors that were copied, by a
   program that a process has become.
   expect: verified
   outputs: (k)(e)(p)(t)(end) */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char text[8];

static void take (int file) {
  if (read (file, text, 1) != 1)
    strcpy (text, "end");
}

static void say (void) {
  printf ("(%s)", text);
  fflush (stdout);
}

static void wait_for (pid_t child) {
  int status;
  if (waitpid (child, &status, 0) != child || status)
    _exit (3);
}

int main (int count, char **words) {
  if (count > 1) { /* what the child has become */
    take (atoi (words[1]));
    say ();
    return 0;
  }
  const int file = open ("folder/kept", O_RDONLY);
  take (file);
  say ();
  fflush (stdout);
  pid_t child = fork ();
  if (!child) {
    close (open ("folder/kept", O_RDWR));
    const int copy = dup (file);
    close (file);
    take (copy);
    say ();
    _exit (0);
  }
  wait_for (child);
  child = fork ();
  if (!child) {
    char number[12];
    take (file);
    say ();
    snprintf (number, sizeof number, "%d", file);
    execl ("/proc/self/exe", "positions", number, (char *)0);
    _exit (4);
  }
  wait_for (child);
  take (file);
  say ();
  if (lseek (file, 0, SEEK_CUR) != 4)
    return 5;
  puts ("");
  return 0;
}
