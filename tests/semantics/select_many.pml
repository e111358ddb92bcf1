// Rule: select is one step for plain constants at most 32 apart, else a loop.
// expect: verdict=verified states=148
byte a, b, c;

active proctype P () {
  select (a : 1 .. 33);
  a = 0;
  select (b : 1 .. 34);
  b = 0;
  select (c : (1) .. 3)
}
