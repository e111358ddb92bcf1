// Rule: a global that a condition reads is kept, one that nobody reads is not.
// expect: verdict=assertion plain=88 reduced=23
// mutant: 101
byte seen, unseen;
active [2] proctype P () {
  unseen = _pid + 1;
  seen = 1;
  unseen = 7
}
active proctype Q () { seen == 1 -> assert (false) }
