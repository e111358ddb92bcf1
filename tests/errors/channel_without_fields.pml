// expect-error: 2: \}|type|field
chan c = [1] of { };
active proctype P () {
  skip
}
