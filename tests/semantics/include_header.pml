// Rule: #include takes a file from the folder of the model.
// expect: verdict=verified states=11
#include "shared.h"
byte x;
active proctype P () {
  RAISE (x);
  RAISE (x);
  assert (x == 2 * STEP)
}
active proctype Q () {
  wait_for (x, STEP)
}
