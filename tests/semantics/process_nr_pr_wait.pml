// Rule: waiting for _nr_pr joins the children.
// expect: verdict=verified states=17
byte done;
proctype Worker (byte k) {
  done = done + k;
  done = done
}
init {
  atomic {
    run Worker (1);
    run Worker (2)
  };
  _nr_pr == 1;
  assert (done == 3)
}
