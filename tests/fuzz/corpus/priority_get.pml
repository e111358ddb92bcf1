byte x;
active proctype A () priority 4 {
  assert (get_priority (_pid) == 4);
  set_priority (0, 9);
  x = get_priority (0);
  assert (x == 9)
}
active proctype B () priority 2 {
  x = 1
}
