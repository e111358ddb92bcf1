// Rule: of a channel that nobody receives from only the length is kept: a sender
// has to wait when it is full.
// expect: verdict=deadlock plain=153 reduced=30
chan c = [3] of { byte };
byte n;
active proctype P () { do :: n < 4 -> n++; if :: c!1 :: c!2 fi :: else -> break od }
active proctype Q () { len (c) == 2; assert (n >= 2) }
