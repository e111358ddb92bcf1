// Rule: a declaration in a loop gives the value again on every pass.
// expect: verdict=deadlock states=47
byte n;
active proctype P () {
  do
  :: n < 3 ->
     byte k = 5;
     k++;
     assert (k == 6);
     n++
  :: n == 3 -> break
  od
}
active proctype Q () {
  n == 1 -> n = 2
}
