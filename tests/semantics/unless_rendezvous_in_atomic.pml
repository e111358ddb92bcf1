// Rule: a rendezvous send guarded by an escape that receives, inside atomic.
// expect: verdict=deadlock states=4
chan c = [0] of { byte };
active proctype P () {
  do
  :: c?_
  od
}
active proctype Q () {
  atomic {
    { c!1 } unless { c?eval (7) }
  }
}
