/* A bank that loses money.
 *
 * Two clerks move money between two accounts.  Each reads the balances, thinks,
 * and writes the new ones; nobody holds a lock meanwhile.  When both have read
 * before either has written, one transfer is forgotten in part, and the sum is
 * wrong: sett shows an interleaving that breaks the assertion.  With -DLOCKED a
 * clerk locks the bank for the whole transfer, and the sum is always right.
 */
#define CLERKS 2

int account[2] = 100;
byte done;
bool locked;

proctype clerk (byte from, to; int amount) {
  int a, b;

#ifdef LOCKED
  atomic { !locked -> locked = true };
#endif
  a = account[from];
  b = account[to];
  account[from] = a - amount;
  account[to] = b + amount;
#ifdef LOCKED
  locked = false;
#endif
  done++
}

init {
  atomic {
    run clerk (0, 1, 10);
    run clerk (1, 0, 25)
  }
  done == CLERKS;
  assert (account[0] + account[1] == 200)
}
