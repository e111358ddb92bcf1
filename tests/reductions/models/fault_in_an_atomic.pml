// A run in an atomic that ends in a fault leads nowhere: others must be taken,
// too.
// expect: safety = assertion,model-error
byte g;
active proctype Q () { g = 1; g = 2; g = 3; assert (false) }
active proctype P () {
  byte x, a[2];
  atomic {
    x = 2;
    if
    :: a[x] = 1
    :: a[x] = 2
    fi
  }
}
