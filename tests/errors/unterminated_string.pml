// expect-error: 4-6: string|"|quot|termin
byte x;
active proctype P () {
  printf ("no end);
  x = 1
}
