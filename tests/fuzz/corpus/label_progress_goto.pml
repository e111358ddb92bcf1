byte x;
active proctype P () {
  x = 1;
progress:
  goto out;
out:
  x = 2
}
active proctype Q () {
  x == 1 -> x = 0
}
