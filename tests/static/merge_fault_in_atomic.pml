// Rule: a failed assertion and a fault behind it in one atomic are both found.
// expect: verdict=assertion,model-error plain=1 reduced=1
byte g;
active proctype P () {
  byte zero;
  atomic { assert (zero == 1); g = 1 / zero };
  g = 2
}
