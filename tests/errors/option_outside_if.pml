// expect-error: 4: ::
byte x;
active proctype P () {
  :: x == 0 -> x = 1
}
