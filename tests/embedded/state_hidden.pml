// c_state "Hidden" is C memory that is not a part of the state.
// expect: verdict=verified states=13
c_state "int scratch" "Hidden" "5"
byte x;

active [2] proctype P () {
  c_code { scratch = 5; scratch *= 2; now.x += scratch; };
  x++
}
