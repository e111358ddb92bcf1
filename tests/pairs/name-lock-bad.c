/* expect: race
   expect: race
   options: -DOTHER

   Both make the file whether it is there or not; or each one its own. */

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#ifdef OTHER
#define HOW O_CREAT | O_EXCL
#else
#define HOW O_CREAT
#endif

static int count;

static void *work (void *name) {
  const int file = open (name, HOW | O_WRONLY, 0600);
  if (file >= 0) {
    close (file);
    count++;
    unlink (name);
  }
  return NULL;
}

int main (void) {
  static char names[][5] = {"lock", "kcol"};
  pthread_t one, two;
  pthread_create (&one, NULL, work, names[0]);
#ifdef OTHER
  pthread_create (&two, NULL, work, names[1]);
#else
  pthread_create (&two, NULL, work, names[0]);
#endif
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  return 0;
}
