/* What the kernel keeps is not part of checkpoints: descriptors, positions,
   files, mappings. */

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1, opened;
static long sum; /* of one thread */

static void use_file (void) {
  char text[4] = "";
  if (file < 0)
    file = open ("/proc/self/status", O_RDONLY);
  if (read (file, text, 2) == 2)
    sum = sum * 7 + text[1];
}

static void use_folder (void) {
  char name[] = "/tmp/undo-XXXXXX";
  const int made = mkstemp (name);
  if (made >= 0) {
    opened = made;
    unlink (name);
    close (made);
  }
}

static void use_mapping (void) {
  const int program = open ("/proc/self/exe", O_RDONLY);
  const char *text = mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, program, 0);
  if (text != MAP_FAILED)
    sum = sum * 3 + text[1];
  close (program);
}

static void *work (void *which) {
  for (int i = 0; i < 3; i++) {
    if (i == 1 && which)
      use_file ();
    if (i == 2 && !which)
      use_folder ();
    if (i == 2 && which)
      use_mapping ();
    pthread_mutex_lock (&lock);
    printf ("%c%ld ", which ? 'b' : 'a', which ? sum : opened);
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, &b);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  puts ("");
}
