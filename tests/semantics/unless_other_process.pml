// Rule: another process can make the escape possible at any point of the main part.
// expect: verdict=verified states=34
bool stop;
byte x, y;
active proctype P () {
  {
    x = 1;
    x = 2;
    x = 3
  } unless {
    stop -> y = x
  };
  x = 7
}
active proctype Q () {
  stop = true
}
