/* A program that changes, makes and removes files before it goes wrong. */
#include <fcntl.h>
#include <pthread.h>
#include <sett.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

void done (void) {}

void fail (void) {}

static void *change (void *nothing) {
  const int file = open ("data", O_WRONLY | O_TRUNC);
  if (write (file, "other", 5) != 5)
    return NULL;
  close (file);
  chmod ("data", 0777);
  pthread_mutex_lock (&lock);
  x++;
  pthread_mutex_unlock (&lock);
  return nothing;
}

int main (void) {
  pthread_t thread;
  FILE *new = fopen ("new", "w");
  fputs ("text", new);
  fclose (new);
  mkdir ("folder", 0755);
  pthread_create (&thread, NULL, change, NULL);
  pthread_join (thread, NULL);
  done ();
  unlink ("data");
  rename ("new", "data");
  if (x == 1) {
    fail ();
    sett_assert (x != 1);
  }
  return 0;
}
