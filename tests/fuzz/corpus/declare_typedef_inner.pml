typedef T {
  byte a;
  byte b
};
byte n;
active proctype P () {
  n = 1;
  {
    T t;
    t.a = n;
    t.b = t.a + 1;
    n = t.b
  }
}
active proctype Q () {
  n == 2 -> n = 5
}
