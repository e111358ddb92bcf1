/* Changes files again and again, in many executions: something to be killed.
   Usage: slow [ROUNDS] */

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds = 6;

static void *live (void *name) {
  char path[32];
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock (&lock);
    snprintf (path, sizeof path, "%s%d", (char *)name, i);
    const int file = open ("a", O_RDWR | O_TRUNC);
    if (write (file, path, 2) != 2)
      return NULL;
    close (file);
    rename ("a", path);
    rename (path, "a");
    unlink ("b");
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (int count, char **words) {
  pthread_t a, b;
  if (count > 1)
    rounds = atoi (words[1]);
  close (open ("c", O_WRONLY | O_TRUNC));
  pthread_create (&a, NULL, live, "x");
  pthread_create (&b, NULL, live, "y");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
