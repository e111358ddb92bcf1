// merge_last with a process that waits for steps of the other: P makes three while
// g is 1, and SPIN's default merges two of them.
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g = 0
}
active proctype Q () {
  g == 1 && _last == 0;
  g == 1 && _last == 0;
  atomic { g == 1 && _last == 0; assert (false) }
}
