bool taken[5];
active [5] proctype philosopher () {
  byte first = _pid;
  byte second = (_pid + 1) % 5;
  do
  :: atomic { !taken[first] -> taken[first] = true };
    atomic { !taken[second] -> taken[second] = true };
    printf ("philosopher %d eats\n", _pid);
    taken[second] = false;
    taken[first] = false
  od
}
