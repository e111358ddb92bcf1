// expect-error: 2-3: T|\}|field|declaration
typedef T {
};
T t;
active proctype P () {
  skip
}
