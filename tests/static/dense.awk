# Prints a small model that is dense in what static reductions look at: local
# statements between visible ones, rendezvous whose possibility can be told,
# atomics, escapes, faults, messages of which parts or all are sent in vain,
# enabled ().  A monitor asks for every value of the globals, each
# on a line of its own: the violations are the set of values that are reachable.
#
# usage: awk -v seed=N -f dense.awk

function below (limit) {
  random = (random * 16807) % 2147483647
  return int (random / 2147483647 * limit)
}

function local_statement (kind) {
  kind = below(9)
  if (kind == 0) return "x = " below(3)
  if (kind == 1) return "y = x"
  if (kind == 2) return "x = (x + 1) % 3"
  if (kind == 3) return "a[x] = y"
  if (kind == 4) return "y = a[1]"
  if (kind == 5) return "if :: x == 1 -> y = 2 :: else -> x = 1 fi"
  if (kind == 6) return "if :: x = 0 :: x = 2 fi"
  if (kind == 7 && rare) return "y = 2 / x"
  if (kind == 8 && rare) return "x < 2"
  return "skip"
}

function message_statement (kind) {
  kind = below(9)
  if (kind == 0) return "e!x,g"
  if (kind == 1) return "e!g,y"
  if (kind == 2) return "e!1,a[x]"
  if (kind == 3) return "e?y," (deaf ? "_" : "x")
  if (kind == 4) return "e?_," (deaf ? "_" : "d")
  if (kind == 5) return "e?" below(2) "," (deaf ? "_" : below(2))
  if (kind == 6) return "e!!y,1"
  if (kind == 7) return "l!x"
  return "len (l) == 1"
}

function visible_statement (kind) {
  kind = below(messages ? 16 : 12)
  if (kind > 11) return message_statement()
  if (kind == 0) return "g++"
  if (kind == 1) return "h = h + x"
  if (kind == 2) return "g = g + y"
  if (kind == 3) return "c!" below(2)
  if (kind == 4) return "c?x"
  if (kind == 5) return "c?d"
  if (kind == 6) return "b!x"
  if (kind == 7) return "b?y"
  if (kind == 8) return "g == " below(2)
  if (kind == 9) return "c?eval (x)"
  if (kind == 10) return "h = h + a[y % 2]"
  return "h++"
}

function statement (depth, kind) {
  kind = below(22)
  if (kind < 8) return local_statement()
  if (kind < 15 || depth == 0) return visible_statement()
  if (kind == 15) return "atomic { g++; " (below(2) ? "c!1" : statements(depth - 1)) " }"
  if (kind == 16) return "if :: c!1 -> " statement(0) " :: else -> " statement(0) " fi"
  if (kind == 17) return "if :: atomic { x == 0 -> " statements(0) " } :: x > 0 -> " statement(0) " fi"
  if (kind == 18) return "{ " statements(depth - 1) " } unless { " (below(2) ? "c!1" : visible_statement()) " }"
  if (kind == 19) return "d_step { x = 1; y = x; " (below(2) ? "g = y" : "a[0] = 2") " }"
  if (kind == 20) return "do :: y < 2 -> " local_statement() "; y++ :: else -> break od"
  return "assert (x != 2)"
}

function statements (depth, count, text) {
  text = statement(depth)
  for (count = 1 + below(2); count > 0; count--)
    text = text ";\n  " statement(depth)
  return text
}

BEGIN {
  random = seed * 7919 % 2147483646 + 1
  for (i = 0; i < 5; i++) below(2)
  rare = below(3) == 0
  ranks = below(6) == 0
  messages = below(2)
  deaf = below(2)
  asks = below(5) == 0 ? " && enabled (0)" : ""
  print "byte g, h, d;\nchan c = [0] of { byte };\nchan b = [1] of { byte };"
  if (messages) print "chan e = [2] of { byte, byte };\nchan l = [2] of { byte };"
  for (p = 0; p < 2 + below(2); p++) {
    print "active proctype P" p " ()" (ranks ? " priority " 1 + below(3) : "") \
      (below(12) == 0 ? " provided (h != 1)" : "") " {"
    print "  byte x, y;\n  byte a[3];"
    if (p) print "  g == " below(2) ";"
    for (n = 2 + below(2); n > 0; n--)
      print "  " (below(9) == 0 ? "end" n ": " : below(12) == 0 ? "progress" n ": " : "") \
        statement(2) ";"
    print "  " visible_statement() "\n}"
  }
  print "active proctype Monitor ()" (ranks ? " priority 2" : "") " {\n  if"
  for (i = 0; i < 4; i++)
    for (k = 0; k < 8; k++)
      print "  :: atomic { g == " i " && h == " int(k / 2) " && d == " k % 2 asks " -> assert (false) }"
  print "  fi\n}"
}
