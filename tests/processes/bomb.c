/* Forks without end.
   expect: bounded too many processes
   native: no
   search: dpor */
#include <unistd.h>

int main (void) {
  for (;;)
    fork ();
}
