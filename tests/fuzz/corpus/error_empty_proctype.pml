active proctype P () {
}
