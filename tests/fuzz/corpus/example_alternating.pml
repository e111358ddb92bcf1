chan frames = [2] of { bit, byte };
chan confirmed = [2] of { bit };
active proctype sender () {
  bit number, n;
  byte value;
  do
  :: frames!number, value;
    if
    :: confirmed?n ->
      if
      :: n == number ->
        number = 1 - number;
        value = (value + 1) % 3
      :: else
      fi
    :: timeout
    fi
  od
}
active proctype receiver () {
  bit wanted, n;
  byte value, expected;
  do
  :: frames?n, value ->
    if
    :: n == wanted ->
      assert (value == expected);
      wanted = 1 - wanted;
      expected = (expected + 1) % 3
    :: else
    fi;
    confirmed!n
  od
}
active proctype noise () {
  do
  :: frames?_, _
  :: confirmed?_
  od
}
