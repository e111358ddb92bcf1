// Rule: for (i : a .. b) is a do with a guard, an increment and an else.
// expect: verdict=verified states=40
byte i, sum;
active proctype P () {
  for (i : 1 .. 3) {
    sum = sum + i
  }
  assert (sum == 6 || sum > 6)
}
active proctype Q () {
  sum = sum + 10
}
