// p108, Ackermann's function, that looks at the numbers of its helpers.
proctype ack (short a, b; chan above) {
  chan below = [1] of { short };
  short answer;
  byte first, second;
  if
  :: a == 0 -> answer = b + 1
  :: a != 0 ->
     if
     :: b == 0 -> run ack (a - 1, 1, below)
     :: b != 0 ->
        first = run ack (a, b - 1, below);
        below?answer;
        second = run ack (a - 1, answer, below);
        assert (first == second)
     fi;
     below?answer
  fi;
  above!answer
}
init {
  chan c = [1] of { short };
  short answer;
  run ack (1, 1, c);
  c?answer
}
