byte n;
active proctype P () priority n {
  skip
}
