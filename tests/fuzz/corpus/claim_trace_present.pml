chan c = [1] of { byte };
active proctype P () {
  c!2;
  c!1
}
active proctype Q () {
  c?_;
  c?_
}
trace {
  c!1;
  c!2
}
