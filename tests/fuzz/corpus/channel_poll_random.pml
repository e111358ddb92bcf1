chan c = [2] of { byte };
byte x;
active proctype P () {
  c!1;
  c!2;
  x == 1 -> c?1
}
active proctype Q () {
  c??[2] -> x = 1;
  if
  :: c??[1] -> x = 1
  :: !(c??[1]) -> x = 2
  fi
}
