// merge_pc_value with a process that counts the moves of the other: there are four,
// and SPIN's default merges two of them.
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g = x
}
active proctype Q () {
  int at = pc_value (0);
  atomic { pc_value (0) != at -> at = pc_value (0) };
  atomic { pc_value (0) != at -> at = pc_value (0) };
  atomic { pc_value (0) != at -> at = pc_value (0) };
  pc_value (0) != at;
  assert (false)
}
