// Rule: an atomic may block more than once and resumes each time.
// expect: verdict=deadlock states=18
byte step, x;
active proctype P () {
  atomic {
    x++;
    step == 1;
    x++;
    x++;
    step == 2;
    x++
  }
}
active proctype Q () {
  step = 1;
  step = 2;
  assert (x != 2)
}
