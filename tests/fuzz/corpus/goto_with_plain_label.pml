byte x, y;
active proctype P () {
  x = 1;
hop:
  goto done;
  x = 2;
done:
  x = 3;
  if
  :: x == 3 && y < 2 -> y++; goto hop
  :: y == 2 -> skip
  fi
}
