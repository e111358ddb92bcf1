/* A file that is mapped, and read by a descriptor meanwhile.
   expect: bounded
   search: dpor
   native: not modelled */
#include "shared.h"
int main (void) {
  int value = 1;
  const int file = open ("both.data", O_CREAT | O_TRUNC | O_RDWR, 0600);
  assert (file >= 0 && ftruncate (file, 4096) == 0);
  int *t = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const pid_t child = fork ();
  if (!child) {
    *t = 5;
    _exit (0);
  }
  await (child);
  assert (pread (file, &value, sizeof value, 0) == sizeof value && value == 5);
  unlink ("both.data");
  return 0;
}
