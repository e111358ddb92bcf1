// expect-error: 3: n|expect|constant|positive|range
byte n;
active proctype P () priority n {
  skip
}
