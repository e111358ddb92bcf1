chan c = [-1] of { byte };
active proctype P () {
  skip
}
