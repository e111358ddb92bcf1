// expect-error: 4: sends and receives
chan c = [1] of { byte };
active proctype P() { c!1 }
trace { c!1; len(c) == 1 }
