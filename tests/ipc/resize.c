/* Sizes that there cannot be, and more than is used; what is cut off is 0.
   expect: verified
   outputs: 0 */
#define _GNU_SOURCE
#include "shared.h"
#include <errno.h>
int main (void) {
  const int file = memfd_create ("test", 0);
  assert (file >= 0 && ftruncate (file, -1) < 0 && errno == EINVAL);
  assert (ftruncate (file, (off_t)128 << 20) == 0);
  int *memory = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  memory[1500] = 1;
  assert (ftruncate (file, 4096) == 0 && ftruncate (file, 8192) == 0);
  printf ("%d\n", memory[1500]);
  return 0;
}
