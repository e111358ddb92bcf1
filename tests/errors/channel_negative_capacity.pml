// expect-error: 2: -|1|capacity
chan c = [-1] of { byte };
active proctype P () {
  skip
}
