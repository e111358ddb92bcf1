mtype:fruit = { apple, pear };
mtype:colour = { red, green, blue };
mtype:fruit f = apple;
mtype:colour c;
chan q = [1] of { mtype:colour };
active proctype P () {
  assert (apple == 2 && pear == 1 && red == 3 && blue == 1);
  f = pear;
  q!green
}
active proctype Q () {
  q?c;
  assert (c == green)
}
