/* expect: verified

   Two threads guard a counter by names that one of them only can make: a file
   (O_EXCL), a folder, a link.  Who comes after the one that removed the name
   comes after what that one did. */

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int files, folders, links;

static void *work (void *own) {
  const int file = open ("lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file >= 0) {
    close (file);
    files++;
    unlink ("lock");
  }
  if (!mkdir ("locked", 0700)) {
    folders++;
    rmdir ("locked");
  }
  if (!link (own, "linked")) {
    links++;
    unlink ("linked");
  }
  return NULL;
}

int main (void) {
  static char names[][4] = {"one", "two"};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    close (open (names[i], O_CREAT | O_WRONLY, 0600));
    pthread_create (&threads[i], NULL, work, names[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  assert (files && folders && links);
  for (int i = 0; i < 2; i++)
    unlink (names[i]);
  return 0;
}
