/* Two processes and a folder: everything is as it was in each execution.
   expect: verified */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void put (const char *name, const char *text, int flags) {
  const int file = open (name, O_WRONLY | flags, 0644);
  if (file < 0 || write (file, text, strlen (text)) < 0)
    _exit (9);
  fsync (file);
  close (file);
}

static void show (const char *name) {
  char text[64] = "";
  const int file = open (name, O_RDONLY);
  if (file >= 0 && read (file, text, sizeof text - 1) < 0)
    _exit (9);
  close (file);
  printf ("%s:%s ", name, file < 0 ? "none" : text);
}

int main (void) {
  int status;
  const pid_t child = fork ();
  if (!child) {
    put ("folder/new", "child", O_CREAT | O_EXCL);
    rename ("folder/new", "folder/kept");
    _exit (unlink ("folder/removed") != 0);
  }
  put ("folder/kept", "+", O_APPEND);
  waitpid (child, &status, 0);
  show ("folder/kept");
  show ("folder/removed");
  show ("folder/new");
  printf ("%d\n", WEXITSTATUS (status));
  mkdir ("folder/made", 0700);
  return chdir ("folder") || rename ("made", "moved");
}
