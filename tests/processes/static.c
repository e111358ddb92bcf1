/* Becomes a program that the run-time cannot be loaded into.
   expect: bounded cannot be loaded
   native: no
   search: dpor */
#include <unistd.h>

int main (void) {
  execl ("./static-program", "static-program", (char *)0);
  return 1;
}
