// The same in the middle of a d_step, which then does not happen at all.
// expect: verdict=assertion states=14
byte x;

active [2] proctype P () {
  skip;
  d_step {
    x++;
    c_code [now.x < 2] { now.x = 5; };
    x = x - 4
  };
  skip
}
