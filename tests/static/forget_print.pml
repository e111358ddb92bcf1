// Rule: what is only printed is not kept, unless printing it may fail.
// expect: verdict=model-error plain=11 reduced=6
byte shown, index, a[2];
active proctype P () {
  if :: shown = 1 :: shown = 2 fi;
  if :: index = 1 :: index = 2 fi;
  printf ("%d %d\n", shown, a[index])
}
