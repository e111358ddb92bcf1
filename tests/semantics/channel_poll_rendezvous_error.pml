// Rule: polling a rendezvous channel is an error of the model.
// expect: verdict=model-error
chan c = [0] of { byte };
byte v;
active proctype P () {
  c!1
}
active proctype Q () {
  if
  :: c?[1] -> c?v
  :: c?v
  fi
}
