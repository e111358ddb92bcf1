// expect-error: 4: priority must lie between 1 and 255
proctype P () { skip }
init {
  run P () priority 300
}
