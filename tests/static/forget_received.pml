// Rule: a receive into what nobody reads, by rendezvous too, keeps nothing.
// expect: verdict=verified plain=7 reduced=7
chan c = [0] of { byte };
chan d = [1] of { byte };
byte unseen, a[3];
active proctype P () { c!1; d!2; c!2 }
active proctype Q () { c?unseen; d?a[1]; c?a[unseen] }
