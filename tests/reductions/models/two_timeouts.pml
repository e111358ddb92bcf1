// Two processes wait for a timeout: what the one does then ends it for the
// other.
// expect: safety = assertion
byte x;
active proctype Reader () {
  timeout -> assert (x == 1)
}
active proctype Writer () {
  timeout -> x = 1
}
