// Rule: in a d_step, select chooses the lower bound.
// expect: verdict=verified states=55
byte low = 1, high = 3, a, b, c;

active proctype P () {
  d_step {
    select (a : low .. high);
    select (b : 1 .. 3)
  };
  assert (a == 1 && b == 1)
}

active proctype Q () {
  high = 4;
  select (c : low .. high)
}
