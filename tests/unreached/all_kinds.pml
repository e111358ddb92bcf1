byte x;
chan c = [0] of { byte };
proctype Never() {
  x = 9;
}
active proctype P() {
  byte y;
  if
  :: x == 0 -> y = 1;
  :: x == 77 ->
     y = 2;
     y = 3;
  :: else ->
     y = 4;
  fi;
  d_step {
    y = 0;
    if
    :: y == 1 ->
       y = 5;
    :: else ->
       y = 6;
    fi;
  };
  c ! 1;
  do
  :: x = 1;
     x = 0;
  od;
  x = 33;
  x = 34;
}
active proctype Q() {
  byte z;
  if
  :: c ? 1 ->
     z = 1;
  :: c ? 2 ->
     z = 2;
  fi;
  { z = 3;
    z = 4;
  } unless {
    true;
    z = 5;
  };
  goto out;
  z = 7;
out:
  false;
  assert (z == 0);
}
