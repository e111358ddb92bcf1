// Rule: nothing needs to stand between `else` and the statement behind it.
// expect: verdict=verified states=9
byte x;
active proctype P () {
  if :: x == 1 :: else skip fi;
  if :: x == 1 :: else atomic { x = 1; x = 2 } fi;
  if :: x == 1 :: else if :: x == 2 -> x = 3 :: else assert (false) fi fi
}
