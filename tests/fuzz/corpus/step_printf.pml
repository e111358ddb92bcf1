mtype = { red, green };
mtype light = red;
byte n;
active proctype Talker () {
  printf ("light %e, n %d\n", light, n);
  printm (light);
  n++;
  printf ("done\n")
}
active proctype Other () {
  light = green
}
