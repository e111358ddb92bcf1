// expect-error: 2: of|\{
chan c = [1] { byte };
active proctype P () {
  skip
}
