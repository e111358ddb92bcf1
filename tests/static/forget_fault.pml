// Rule: a value that can fail is computed, also if nobody reads it.
// expect: verdict=model-error plain=4 reduced=4
byte zero = 1, unseen, a[2];
active proctype P () {
  zero = 0;
  if
  :: unseen = 3 / zero
  :: a[2 - zero] = 1
  :: unseen = 3
  fi
}
