// A c_code whose guard is false is an error.
// expect: verdict=assertion states=10
byte x;

active [2] proctype P () {
  x++;
  c_code [now.x < 2] { now.x = 10; }
}
