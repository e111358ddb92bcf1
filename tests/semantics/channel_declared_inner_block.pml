// Rule: a channel name declared in an inner block is set anew on every pass.
// expect: verdict=deadlock states=32
chan real[2] = [1] of { byte };
byte n;
active proctype P () {
  do
  :: n < 2 ->
     chan c = real[n];
     byte v;
     c!n;
     c?v;
     n++
  :: n >= 2 -> break
  od
}
active proctype Q () {
  len (real[1]) == 1 -> n = 2
}
