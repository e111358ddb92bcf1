// expect-error: 3: no_such_file
byte x;
#include "no_such_file.h"
active proctype P () {
  x = 1
}
