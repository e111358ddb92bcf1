// Rule: a buffered channel is first in, first out.
// expect: verdict=verified states=32
chan c = [2] of { byte };
byte got;
active proctype Sender () {
  c!1;
  c!2;
  c!3
}
active proctype Receiver () {
  byte v;
  do
  :: got < 3 ->
     c?v;
     got++;
     assert (v == got)
  :: got == 3 -> break
  od
}
