/* expect: assertion

   Two values from outside may be equal. */

#include <sett.h>

int main (void) {
  int a = sett_choose (3);
  int b = sett_choose (3);
  sett_assume (a <= b);
  sett_assert (a < b || a == 0);
  return 0;
}
