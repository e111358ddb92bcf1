// expect-error: 3: choice
active proctype P () {
  select (choice : 1 .. 3)
}
