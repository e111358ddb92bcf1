byte x;
active proctype P () {
  x = 1;
hop:
  goto out;
out:
  x = 2
}
active proctype Q () {
  P@hop -> assert (x == 1)
}
