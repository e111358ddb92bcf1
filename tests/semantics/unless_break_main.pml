// Rule: a break in the main part leaves the unless too.
// expect: verdict=verified states=45
byte x;
bool stop;
active proctype P () {
  {
    do
    :: x < 2 -> x++
    :: x == 2 -> break
    od
  } unless {
    stop -> x = 8
  };
  x = x + 10
}
active proctype Q () {
  stop = true;
  stop = false
}
