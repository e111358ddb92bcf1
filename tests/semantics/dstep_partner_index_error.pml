// Rule: an error in the receive that begins a d_step is that of the receive.
// expect: verdict=model-error
// blame: R(1) 10
byte i = 2;
chan c = [0] of { byte };
active proctype S () { c!1 }
active proctype R () {
  byte a[2];
  d_step {
    c?a[i];
    i = 0
  }
}
