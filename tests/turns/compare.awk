# What the machine gave, and what Sett found: what only one of them has.  Where signals
# are sent it is no difference that a call was done by who is ended before it can say so,
# or that one was interrupted (EINTR) by a signal that came when it had begun and did not
# wait yet.

FNR == NR { machine[$0]; next }
$0 in machine { found[$0]; next }
{ other[$0] }

function allow (line,   n, words, i, j, text) {
  n = split (line, words, " ")
  for (i = 1; i <= n; i++)
    if (words[i] ~ /^[A-Z][0-9]+:/) {
      text = ""
      for (j = 1; j <= n; j++)
        if (j != i)
          text = text (text == "" ? "" : " ") words[j]
      allowed[text]
    }
}

END {
  for (line in machine) {
    allow(line)
    if (!(line in found))
      print "machine: " line
  }
  for (line in other)
    if (!signals || (!(line in allowed) && line !~ /:-4( |$)/))
      print "sett: " line
}
