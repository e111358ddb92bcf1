// expect-error: 4-6: out|d_step
byte x;
active proctype P () {
  d_step { x = 1; goto out };
  x = 3;
out:
  x = 2
}
