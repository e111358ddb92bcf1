// expect-error: 2: -|1|capacity|expect|constant|positive|range
chan c = [-1] of { byte };
active proctype P () {
  skip
}
