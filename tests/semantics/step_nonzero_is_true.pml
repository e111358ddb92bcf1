// Rule: any value that is not zero lets an expression statement pass.
// expect: verdict=verified states=12
int level = -3;
byte seen;
active proctype P () {
  level;
  seen = 1;
  level = 0;
  (level + 1);
  seen = 2;
  !level;
  seen = 3
}
active proctype Q () {
  seen == 3;
  level = 7
}
