// Rule: a sender that loses control before the last statement of its atomic
// stands where the choice or the jump ends, not yet at that statement.
// expect: verdict=verified states=11
chan c = [0] of { byte };
byte x;

active proctype Sender () {
  byte i;
  atomic {
    if
    :: c!1 -> i = 1
    :: c!2
    :: c!3 -> goto last
    fi;
last:
    x = x + i + 1
  };
  atomic {
    do
    :: c!4; break
    od;
    d_step { i = 0; x = 0 }
  };
  goto inside;
  atomic {
    { c!5 } unless { x == 9 };
inside:
    c!6
  };
  atomic {
    if
    :: c!7
    fi;
    goto inside
  }
}

active proctype Receiver () {
end:
  do
  :: c?_
  od
}
