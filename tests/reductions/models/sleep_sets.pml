// What sleeps must wake up when something dependent happens: both orders of two
// sends, twice.
// expect: safety = assertion
chan c = [2] of { byte };
byte sum;
active proctype A () { c!1; sum = sum + 1 }
active proctype B () { c!2; sum = sum * 2 }
active proctype Receiver () {
  byte x;
  c?x;
  if
  :: x == 1 ->
    assert (false)
  :: x == 2 ->
    assert (false)
  fi;
  c?x;
  sum >= 1;
  if
  :: sum == 1 ->
    assert (false)
  :: sum == 2 ->
    assert (false)
  fi
}
