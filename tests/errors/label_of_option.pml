// expect-error: 5: beginning of an option
byte x;
active proctype P () {
  do
  :: again: x = 1
  :: break
  od
}
