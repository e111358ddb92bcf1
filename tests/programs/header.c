/* Everything of sett.h, for C and C++: without Sett nothing happens. */
#include <sett.h>

#include <stdio.h>

static int queue[4];
static int length;

static int count (void) {
  sett_operation (queue, SETT_OBSERVE);
  return length;
}

static void put (int value) {
  sett_operation (queue, SETT_CHANGE);
  sett_operation (&length, SETT_ADD);
  queue[length++] = value;
}

int main (void) {
  sett_unshared (queue, sizeof queue);
  sett_tentatively_unshared (&length, sizeof length);
  sett_atomic_begin ();
  put (sett_choose (3));
  sett_atomic_end ();
  sett_assume (count () == 1);
  sett_assert (count () == 2);
  sett_label ("end");
  sett_will_use (queue, sizeof queue, SETT_OBSERVE);
  sett_child_will_use_nothing_else ();
  printf ("%d %d\n", count (), sett_is_checking ());
  sett_will_use (&length, sizeof length, SETT_CHANGE);
  sett_will_use_nothing_else ();
  return 0;
}
