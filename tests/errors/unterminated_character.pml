// expect-error: 4: '|character|quot|termin
byte x;
active proctype P () {
  x = 'a;
  x = 2
}
