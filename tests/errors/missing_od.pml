// expect-error: 7-8: od|::|\}|do
byte x;
active proctype P () {
  do
  :: x < 3 -> x++
  :: else -> break
}
