/* Processes that may crash: one writes to a file, the other reads it.  The
   writer may do so in two threads; or it only makes the file, or lets a child
   do so, and the reader only looks for it: few operations. */
#include <fcntl.h>
#include <stdio.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void add (const char *text) {
  const int file = open ("shared", O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (write (file, text, strlen (text)) < 0)
    _exit (9);
  close (file);
}

static void *add_b (void *unused) {
  (void)unused;
  add ("b");
  return NULL;
}

static int write_in_threads (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, add_b, NULL);
  add ("a");
  pthread_join (thread, NULL);
  return 0;
}

static int let_child_make (void) {
  int status = 0;
  if (fork () == 0)
    _exit (open ("shared", O_WRONLY | O_CREAT | O_EXCL, 0644) < 0);
  wait (&status);
  printf ("%s\n", WIFSIGNALED (status) ? "killed" : "well");
  return 0;
}

/* Is it the first one? */
static int make (void) {
  const int file = open ("shared", O_WRONLY | O_CREAT | O_EXCL, 0644);
  printf ("%s\n", file < 0 ? "there" : "made");
  return 0;
}

static int look (void) {
  printf ("%s\n", access ("shared", F_OK) ? "no" : "yes");
  return 0;
}

int main (int argc, char **argv) {
  char text[16] = "";
  if (argc > 1 && !strcmp (argv[1], "make"))
    return make ();
  if (argc > 1 && !strcmp (argv[1], "look"))
    return look ();
  if (argc > 1 && !strcmp (argv[1], "threads"))
    return write_in_threads ();
  if (argc > 1 && !strcmp (argv[1], "child"))
    return let_child_make ();
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
