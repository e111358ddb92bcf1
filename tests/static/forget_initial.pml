// Rule: initial values of an array are computed if any of them can fail.
// expect: verdict=model-error plain=1 reduced=1
byte zero;
proctype Q (byte k) { byte a[2] = {1, 5 / k}; skip }
init { run Q (zero) }
