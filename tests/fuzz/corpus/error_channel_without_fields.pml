chan c = [1] of { };
active proctype P () {
  skip
}
