// Rule: a lost message is sent again by timeout.
// expect: verdict=verified states=30
chan line = [1] of { byte };
byte tries;
bool received;
active proctype Sender () {
  line!1;
  do
  :: received -> break
  :: timeout && tries < 2 -> tries++; line!1
  :: timeout && tries == 2 -> break
  od
}
active proctype Receiver () {
  byte v;
end:
  do
  :: line?v ->
     if
     :: received = true; break
     :: skip
     fi
  od
}
