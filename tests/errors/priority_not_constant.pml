// expect-error: 3: n
byte n;
active proctype P () priority n {
  skip
}
