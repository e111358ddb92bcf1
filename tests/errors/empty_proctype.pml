// expect-error: 2-3: \}|P|empty|statement
active proctype P () {
}
