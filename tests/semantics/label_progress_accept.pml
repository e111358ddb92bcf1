// Rule: progress and accept labels change nothing in a safety search.
// expect: verdict=deadlock states=37
byte x;
active proctype P () {
  do
  :: x < 3 ->
progress_here:
     x++
  :: x >= 3 ->
accept_here:
     x = 0
  :: x == 1 -> break
  od
}
active proctype Q () {
accept:
  x == 2 -> goto done;
done:
  skip
}
