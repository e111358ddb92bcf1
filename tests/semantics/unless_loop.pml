// Rule: an unless around an endless loop is a way out of it.
// expect: verdict=verified states=27
bool stop;
byte x;
active proctype P () {
  do
  :: x < 2 -> x++
  :: x == 2 -> x = 0
  od unless {
    stop
  };
  x = 10
}
active proctype Q () {
  stop = true
}
