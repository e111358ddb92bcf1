# What `sett check --outcomes` lists -> a line for each outcome, its words sorted.

function insert (word,   i) {
  for (i = ++count; i > 1 && words[i - 1] > word; i--)
    words[i] = words[i - 1]
  words[i] = word
}

function flush (   text, i) {
  for (i = 1; i <= count; i++)
    text = text (i > 1 ? " " : "") words[i]
  if (is_outcome)
    print text
  count = is_outcome = 0
}

/^ +(-|[0-9.]+( [kMG])?)  [a-z]/ {
  flush()
  is_outcome = !/ -  |  (asleep|anew|cut)/
  next
}
/^          \| / { insert(substr($0, 13)); next }
/^$/ { flush() }
END { flush() }
