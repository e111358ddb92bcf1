// expect-error: 4-5: atmoic|\{
byte x;
active proctype P () {
  atmoic {
    x = 1
  }
}
