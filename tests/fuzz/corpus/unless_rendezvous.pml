chan c = [0] of { byte };
byte x;
active proctype P () {
  {
    c!1;
    x = 1
  } unless {
    x == 5
  }
}
active proctype Q () {
  byte v;
  if
  :: c?v
  :: x = 5
  fi
}
