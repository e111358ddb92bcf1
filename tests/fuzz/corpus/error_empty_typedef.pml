typedef T {
};
T t;
active proctype P () {
  skip
}
