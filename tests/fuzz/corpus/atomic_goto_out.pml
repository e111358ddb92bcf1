byte x, y;
active proctype P () {
  atomic {
    x = 1;
    x = 2;
    goto out
  };
  x = 5;
out:
  x = 3;
  x = 4
}
active proctype Q () {
  y = x
}
