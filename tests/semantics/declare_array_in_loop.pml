// Rule: an array declared without a value in a loop.
// expect: verdict=verified states=13
byte n, g;
active proctype P () {
  do
  :: n < 2 ->
     byte a[2];
     a[n] = a[n] + n + 1;
     g = a[0] + a[1];
     n++
  :: n == 2 -> break
  od
}
