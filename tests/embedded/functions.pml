// Functions of the model's own use the state.
// expect: verdict=verified states=105
c_code {
  int twice (int a) { return 2 * a; }
  void climb (int by) {
    now.height = twice (by) + now.height % 7;
  }
}
byte height;

active [2] proctype P () {
  byte climbs;
  do
  :: climbs < 3 -> c_code { climb (PP->climbs + 1); PP->climbs++; }
  :: else -> break
  od;
  assert (climbs == 3 && height < 14)
}
