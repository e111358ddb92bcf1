/* One of many processes: the last two of them pass a token of a semaphore that
   has a name, or add to memory that they share.

     part NUMBER COUNT CASE */

#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void add (void) {
  const int memory = shm_open ("/many", O_RDWR | O_CREAT, 0600);
  if (memory < 0 || ftruncate (memory, 4096))
    exit (2);
  int *sum = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  ++*sum;
}

static void pass (void) {
  sem_t *token = sem_open ("/many", O_CREAT, 0600, 1);
  sem_wait (token);
  sem_post (token);
}

int main (int count, char **arguments) {
  if (count < 4 || atoi (arguments[1]) < atoi (arguments[2]) - 2)
    return 0;
  if (!strcmp (arguments[3], "race"))
    add ();
  else
    pass ();
  return 0;
}
