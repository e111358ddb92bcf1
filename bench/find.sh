# The table of bench/run --find: what it takes to find what is wrong in
# programs, and what looking for it costs where nothing is.  Read by bench/run;
# --models chooses among the cases by parts of their names.
#
# Every case of tests/pairs, examples/programs and examples/systems that has a
# violation, or is verified, by the search that is used if none is named.  It
# is run with --no-hunt, by dpor alone, for at most $find_seconds seconds, and,
# if dpor needs so many executions that walks by chance begin, as it is.
#
#   dpor        executions of dpor alone to the first violation, or to the end;
#               -: the time was over
#   s           seconds that this took, by the clock on the wall, without
#               compiling and without looking for a simpler schedule
#   executions  the same beside walks by chance
#   walks       ...and how many of these there were
#   s           seconds of both
#   found by    which walk found it, if one did
#
# Exit status 1 if a verdict differs, or walks change how many executions dpor
# needs for what is verified.

find_seconds=20
find_after=64 # executions of dpor before the first walk

header_find () {
  printf 'case\tanswer\tdpor\ts\texecutions\twalks\ts\tfound by\n'
}

# NAME | ANSWER | WORDS for sett check
find_programs () {
  LONG=1 "$root/tests/pairs/check" --list | awk -F '|' -v root="$root/" '
    $4 ~ /--(search|stateful|preemptions|all-errors|undo|discipline)/ { next }
    $3 == "bounded" { next }
    {
      gsub (/--executions [0-9]+/, "", $4)
      gsub (/ +/, " ", $4); sub (/ $/, "", $4)
      name = $1; sub (root, "", name); sub (".*/", "", name)
      print name ($4 == "" ? "" : " " $4) "|" $3 "|" $4 " " $1 " -- " $5
    }'
}

find_systems () {
  local file options
  for file in "$root"/examples/systems/*/Procfile*; do
    options=$(sed -n 's/^# options: *//p' "$file")
    [[ $options == *--stateful* ]] && continue
    echo "${file#"$root"/examples/systems/}|$(
      sed -n 's/^# expect: *//p' "$file")|$options $file"
  done
}

# Leaves VERDICT EXECUTIONS WALKS SECONDS FINDER in the variable `found'.
find_run () { # words...
  timeout $((find_seconds + 30)) "$sett" check --json --no-trace --shrink 0 \
    --patience 1 --time "$find_seconds" "$@" > sett.json 2> sett.err < /dev/null
  found=$(awk '
    function value () { sub (/^[^:]*: *"?/, ""); sub (/"?,? *$/, ""); return $0 }
    /^  "verdict":/ { verdict = value () }
    /^ *"kind":/ && kind == "" { kind = value () }
    /^ *"found_by":/ { finder = value (); gsub (/ /, "_", finder) }
    /^ *"executions":/ { executions = value () }
    /^ *"walks":/ { walks = value () }
    /^ *"seconds":/ { seconds = value () }
    END {
      if (verdict == "violated") verdict = kind
      print verdict, executions + 0, walks + 0, seconds + 0,
        finder == "" ? "-" : finder
    }' sett.json)
}

find_case () { # name answer words
  local verdict executions walks seconds finder alone=- count found
  find_run --no-hunt $3
  read -r verdict executions walks seconds finder <<< "$found"
  [ "$verdict" = "$2" ] && [ "$verdict" != bounded ] && alone=$executions
  count=$executions
  printf '%s\t%s\t%s\t%.2f' "$1" "$2" "$alone" "$seconds"
  if ((executions < find_after)) && [ "$alone" != - ]; then
    printf '\t-\t-\t-\t-\n'
    return
  fi
  find_run $3
  read -r verdict executions walks seconds finder <<< "$found"
  printf '\t%s\t%s\t%.2f\t%s\n' "$executions" "$walks" "$seconds" "${finder//_/ }"
  [ "$verdict" = "$2" ] || return 1
  [ "$verdict" != verified ] || [ "$count" = "$executions" ]
}

run_find () {
  local name answer words
  cd "$scratch" || exit 1
  while IFS='|' read -r name answer words; do
    [ -z "$wanted" ] || [[ $name == *$wanted* ]] || continue
    find_case "$name" "$answer" "$words" >> "$output" ||
      { failed=1; echo "bench/run: $name: another answer" >&2; }
  done < <(find_programs; find_systems)
  print_aligned "$output"
  echo
  summary_find "$output"
}

summary_find () {
  awk -F '\t' '
    NR == 1 { next }
    $5 == "-" { early++; next }
    $2 == "verified" { correct++; before += $4; after += $7; next }
    $2 == "bounded" { open++; next }
    {
      wrong++
      if ($3 == "-") lost++
      if ($7 > slowest) slowest = $7
    }
    END {
      printf "%d cases end before any walk.  Of the others:\n", early
      printf "%d are wrong; dpor alone does not find %d of them; ", wrong, lost
      printf "with walks, the slowest takes %.2f s\n", slowest
      printf "%d are correct: %.1f s without walks, %.1f s with them\n",
        correct, before, after
    }' "$1"
}
