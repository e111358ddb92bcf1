typedef T {
  byte a
};
typedef T {
  byte b
};
T t;
active proctype P () {
  t.a = 1
}
