// expect-error: 5: purple
mtype = { red, green };
mtype m;
active proctype P () {
  m = purple
}
