// Rule: what is sent in vain may still fail.
// expect: verdict=model-error plain=5 reduced=5
chan c = [2] of { byte };
byte a[2], i, zero;
active proctype P () {
  if :: i = 1 :: i = 2 fi;
  if :: c!a[i] :: c!1 / zero fi
}
