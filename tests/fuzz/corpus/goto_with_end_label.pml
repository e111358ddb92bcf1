byte x;
active proctype P () {
  x = 1;
endhere:
  goto done;
  x = 2;
done:
  x = 3
}
active proctype Q () {
  x == 3;
  x = 4
}
