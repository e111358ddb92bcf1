// Rule: the escape is gone when the main part has ended.
// expect: verdict=verified states=8
bool stop;
byte x;
active proctype P () {
  { x = 1 } unless { stop -> x = 5 };
  x = 2;
  x = 3
}
active proctype Q () {
  x == 3 -> stop = true
}
