// Rule: a choice after the first statement of an atomic is made in all ways.
// expect: verdict=verified states=31
chan c = [2] of { byte };
byte x, y, z;
active proctype P () {
  atomic {
    x = 1;
    if
    :: y = 1
    :: y = 2
    fi;
    if
    :: y > 0 -> z = 1
    :: y > 1 -> z = 2
    :: y > 2 -> z = 3
    :: else -> z = 4
    fi;
    if
    :: c!z
    :: c!y
    :: skip
    fi;
    x = 2
  };
  x = 3
}
active proctype Q () {
  end: c?y;
  z = y
}
