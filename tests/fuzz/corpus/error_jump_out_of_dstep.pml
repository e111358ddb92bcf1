byte x;
active proctype P () {
  d_step { x = 1; goto out };
  x = 3;
out:
  x = 2
}
