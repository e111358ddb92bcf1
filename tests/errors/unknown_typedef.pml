// expect-error: 2: Widget|w
Widget w;
active proctype P () {
  skip
}
