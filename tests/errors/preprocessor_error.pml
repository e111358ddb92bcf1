// expect-error: 2: this model needs
#error this model needs a parameter
active proctype P () {
  skip
}
