/* Memory without a name, by a descriptor that the child has, too.
   expect: verified
   outputs: 3 */
#define _GNU_SOURCE
#include "shared.h"
static int file;
static void other (void) {
  int *memory = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  memory[0] = 3;
}
int main (void) {
  file = memfd_create ("test", 0);
  assert (file >= 0 && ftruncate (file, 4096) == 0);
  const pid_t child = start (other);
  await (child);
  const int *memory = mmap (NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
  printf ("%d\n", memory[0]);
  return 0;
}
