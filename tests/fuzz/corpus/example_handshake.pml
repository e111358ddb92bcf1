mtype = { get, value, forget };
chan ask = [0] of { mtype };
chan fetch = [0] of { mtype };
chan call = [0] of { mtype };
active proctype client () {
end:
  do
  :: ask!get; ask?value
  od
}
active proctype cache () {
  bool known;
end:
  do
  :: ask?get ->
    if
    :: !known ->
      do
      :: fetch!get -> break
      :: call?forget
      od;
      fetch?value;
      known = true
    :: else
    fi;
    ask!value
  :: call?forget -> known = false
  od
}
active proctype server () {
end:
  do
  :: fetch?get; fetch!value
  :: skip ; call!forget
  od
}
