// Rule: more processes than there are pids is an error of the model.
// expect: verdict=model-error
// A run beyond 255 processes: SPIN's own limit acts in the same way.
byte x;
proctype Sleeper () {
  x == 1
}
init {
  short i;
  do
  :: i < 300 -> run Sleeper (); i++
  :: i >= 300 -> break
  od
}
