// Rule: a process waiting in a do that has an end label is in a valid end state.
// expect: verdict=verified states=12
chan requests = [1] of { byte };
byte served;
active proctype Server () {
  byte r;
end:
  do
  :: requests?r -> served = served + r
  od
}
active proctype Client () {
  requests!1;
  requests!2
}
