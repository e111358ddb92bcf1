// expect-error: 2: float
float ratio;
active proctype P () {
  skip
}
