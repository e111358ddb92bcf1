// Rule: a choice of rendezvous is made by both sides together.
// expect: verdict=verified states=15
chan a = [0] of { byte };
chan b = [0] of { byte };
byte x;
active proctype P () {
  do
  :: a!1 -> break
  :: b!2 -> break
  :: x < 1 -> x++
  od
}
active proctype Q () {
  byte v;
  if
  :: a?v -> assert (v == 1)
  :: b?v -> assert (v == 2)
  fi
}
