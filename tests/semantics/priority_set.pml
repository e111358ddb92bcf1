// Rule: set_priority changes the order from then on.
// expect: verdict=verified states=8
byte x;
active proctype A () priority 5 {
  x = 1;
  set_priority (_pid, 1);
  x = x + 10
}
active proctype B () priority 3 {
  x = x + 2;
  x = x * 2
}
