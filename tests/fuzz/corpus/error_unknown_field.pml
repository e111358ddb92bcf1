typedef T {
  byte a
};
T t;
active proctype P () {
  t.b = 1
}
