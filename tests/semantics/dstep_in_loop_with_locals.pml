// Rule: locals used inside d_step keep their values between steps.
// expect: verdict=verified states=122
byte g;
active [2] proctype P () {
  byte i, t;
  do
  :: i < 2 ->
     d_step {
       t = g;
       g = t + 1;
       i++
     }
  :: i == 2 -> break
  od;
  assert (g >= 2)
}
