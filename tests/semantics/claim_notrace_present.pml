// Rule: a notrace assertion that is not asked for changes nothing.
// expect: verdict=verified states=7
chan c = [1] of { byte };
active proctype P () {
  c!1;
  c!2
}
active proctype Q () {
  c?_;
  c?_
}
notrace {
  c!1;
  c!2
}
