// What a pointer points to can be tracked, Matched or not.
// expect: verdict=verified states=24
c_decl {
  \#include <stdlib.h>
  extern int *heap;
  int memory[4];
  int *heap = memory;
}
c_track "heap" "4 * sizeof (int)" "Matched"

active [2] proctype P () {
  c_code { heap[PP->_pid] = 1; };
  c_expr { heap[1 - PP->_pid] == 1 };
  c_code { heap[2] += heap[0] + heap[1]; heap[3] ^= 1; };
  c_code { assert_parity (); }
}

c_code {
  static void assert_parity (void) {
    if (heap[3] == 0 && heap[2] != 4)
      abort ();
  }
}
