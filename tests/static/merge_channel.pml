// Rule: buffered sends and receives begin runs, also through parameters.
// expect: verdict=verified plain=76 reduced=33
chan a = [1] of { byte };
chan b = [1] of { byte };
proctype P (chan from, to) {
  byte x, n;
  do
  :: n < 2 ->
    from?x;
    x = x + 1;
    n = n + 1;
    to!x;
    x = 0
  :: else -> break
  od
}
init {
  atomic { a!1; run P (a, b); run P (b, a) }
}
