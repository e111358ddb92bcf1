// Rule: a label before if or do is the state in which its options are chosen.
// expect: verdict=verified states=15
byte x, y;
active proctype P () {
choose:
  if
  :: x == 0 -> x = 1; goto choose
  :: x == 1 -> x = 2
  fi;
loop:
  do
  :: x == 2 -> x = 3; goto loop
  :: x == 3 -> break
  od
}
active proctype Q () {
  x == 3 -> y = 1
}
