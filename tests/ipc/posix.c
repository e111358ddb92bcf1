/* Shared memory with a name, in two programs; nothing of it is left behind.
   expect: verified
   outputs: 42 */
#include "shared.h"
#include <sys/stat.h>
int main (int count, char **arguments) {
  struct stat status;
  const char *name = "/sett-test-posix";
  if (count > 1) {
    const int file = shm_open (name, O_RDWR, 0);
    assert (file >= 0 && fstat (file, &status) == 0 && status.st_size == 8192);
    int *memory =
        mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    memory[1024] = memory[0] + 1;
    return 0;
  }
  assert (shm_open (name, O_RDWR, 0) < 0 && errno == ENOENT);
  const int file = shm_open (name, O_RDWR | O_CREAT | O_EXCL, 0600);
  assert (file >= 0 && ftruncate (file, 8192) == 0);
  int *memory = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert (memory != MAP_FAILED && memory[0] == 0);
  close (file);
  memory[0] = 41;
  const pid_t child = fork ();
  if (!child) {
    execl (arguments[0], arguments[0], "x", (char *)NULL);
    abort ();
  }
  await (child);
  printf ("%d\n", memory[1024]);
  assert (shm_unlink (name) == 0);
  assert (shm_open (name, O_RDWR, 0) < 0);
  return 0;
}
