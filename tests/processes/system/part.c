/* Processes that may crash: one writes to a file, the other reads it. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void add (const char *text) {
  const int file = open ("shared", O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (write (file, text, strlen (text)) < 0)
    _exit (9);
  close (file);
}

int main (int argc, char **argv) {
  char text[16] = "";
  if (argc > 1 && !strcmp (argv[1], "write")) {
    add ("a");
    add ("b");
    return 0;
  }
  const int file = open ("shared", O_RDONLY);
  if (file >= 0 && read (file, text, sizeof text - 1) < 0)
    return 1;
  printf ("[%s]\n", text);
  return 0;
}
