// A d_step that waits inside an atomic, depending on what another process did.
// expect: safety = model-error
byte g;
active proctype P () {
  byte own;
  atomic { own = 1; d_step { own = 2; g == 0 } }
}
active proctype Q () { byte z; z = 1; g = z; z = 0 }
