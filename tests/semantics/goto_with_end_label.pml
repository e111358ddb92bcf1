// Rule: a goto that carries an end label is not folded away.
// expect: verdict=verified states=8
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
