// calculator that looks at the numbers of its helpers: the first has answered, but
// has it ended when the second is started?
mtype = { operator, value };
chan f = [12] of { mtype, int };
proctype calc (chan you) {
  int s, left, right;
  byte first, second;
  chan me = [0] of { int };
  if
  :: f?operator (s);
     first = run calc (me);
     me?left;
     second = run calc (me);
     me?right;
     assert (first == second);
     you!(left + right)
  :: f?value (s) -> you!s
  fi
}
init {
  chan me = [0] of { int };
  int result;
  f!operator ('+');
  f!value (84);
  f!value (2);
  run calc (me);
  me?result
}
