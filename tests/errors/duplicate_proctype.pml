// expect-error: 5: Same
active proctype Same () {
  skip
}
active proctype Same () {
  skip
}
