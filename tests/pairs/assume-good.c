/* expect: verified
   native: compile

   Of two values from outside only those count that fit the assumption. */

#include <sett.h>

int main (void) {
  int a = sett_choose (3);
  int b = sett_choose (3);
  sett_assume (a < b);
  sett_assert (b > 0);
  sett_assert (a < 2);
  return 0;
}
