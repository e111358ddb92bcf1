int account[2] = 100;
byte done;
bool locked;
proctype clerk (byte from, to; int amount) {
  int a, b;
  a = account[from];
  b = account[to];
  account[from] = a - amount;
  account[to] = b + amount;
  done++
}
init {
  atomic {
    run clerk (0, 1, 10);
    run clerk (1, 0, 25)
  }
  done == 2;
  assert (account[0] + account[1] == 200)
}
