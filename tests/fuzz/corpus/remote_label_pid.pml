byte in;
active [2] proctype P () {
  in++;
critical:
  in--
}
active proctype Q () {
  (P[0]@critical && P[1]@critical) -> assert (in == 2)
}
