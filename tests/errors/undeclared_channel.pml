// expect-error: 3: pipe
active proctype P () {
  pipe!1
}
