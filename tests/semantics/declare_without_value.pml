// Rule: a declaration without a value in the middle of a body sets the variable to zero.
// expect: verdict=verified states=13
byte n;
active proctype P () {
  do
  :: n < 2 ->
     byte k;
     assert (k == 0);
     k = 7;
     n++
  :: n == 2 -> break
  od
}
