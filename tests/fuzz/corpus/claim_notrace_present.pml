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
