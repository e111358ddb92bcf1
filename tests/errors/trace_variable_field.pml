// expect-error: 5: constants or '_'
chan c = [1] of { byte };
byte x;
active proctype P() { c!1 }
notrace { c!x }
