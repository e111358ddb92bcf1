// Rule: an assignment to what nobody reads concerns its process only, so that
// it is merged with what comes before it.
// expect: verdict=verified plain=67 reduced=13
byte x, unseen;
active [2] proctype P () { x = 1; unseen = x; unseen = 2; unseen++; x == 1 }
