// Rule: skip is a step of its own, and so is the death of a process.
// expect: verdict=verified states=17
byte shared;
active proctype Walker () {
  skip;
  skip;
  skip
}
active proctype Counter () {
  shared++;
  skip
}
