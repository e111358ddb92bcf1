// Rule: two processes that lock in opposite orders deadlock in some run only.
// expect: verdict=deadlock states=25
bool a, b;
active proctype P () {
  atomic { !a -> a = 1 };
  atomic { !b -> b = 1 };
  b = 0;
  a = 0
}
active proctype Q () {
  atomic { !b -> b = 1 };
  atomic { !a -> a = 1 };
  a = 0;
  b = 0
}
