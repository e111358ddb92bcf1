// Truth is that of C, also of what does not fit into an int.
// expect: verdict=verified states=8
c_state "char *pointer" "Global"
byte x;

active proctype P () {
  c_expr { 1LL << 40 };
  c_expr { 0.25 };
  if
  :: c_expr { now.pointer } -> assert (false)
  :: !c_expr { 1LL << 33 } -> assert (false)
  :: c_expr { now.pointer == 0 } && c_expr { 0.5 } -> x++
  fi;
  x = c_expr { 2.9 };
  assert (x == 2)
}
