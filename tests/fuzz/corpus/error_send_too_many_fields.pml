chan c = [1] of { byte };
active proctype P () {
  c!1, 2
}
