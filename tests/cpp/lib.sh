# What tests/cpp/check and tests/cpp/shrink share.  Sourced after common.sh; $scratch
# has the program that makes programs, $here is this folder, $MOST the limit of
# executions.

# made FOLDER COMPILER FIRST_SEED COUNT [-LEFT_OUT...]: programs, and what they can do
made () {
  local folder=$1 compiler=$2 first=$3 count=$4
  shift 4
  mkdir -p "$folder"
  "$scratch/programs" "$first" "$count" "$folder/programs.cc" "$@" > "$folder/expected" &&
    SETT_CXX=$compiler "$SETT" c++ -std=c++20 -O1 -w -I"$here" -o "$folder/checked" \
      "$folder/programs.cc" > "$folder/log" 2>&1 || {
    echo "FAIL programs of $compiler: cannot be made: $(head -n 1 "$folder/log")"
    return 1
  }
}

# What Sett lists, as the reference writes it.
listed () {
  awk '
    function put (text) { print text; ending = "" }
    /^(verified|violated|bounded)/ { exit }
    ending != "" && /^ +\|/ { sub (/^ +\| ?/, ""); put (status "|" $0); next }
    ending != "" { put (status "|") }
    /^ +[0-9.,k-]+  [a-z]/ {
      sub (/^ +[0-9.,k-]+  /, "")
      if (/^ended/) { ending = $0; status = $3 + 0 }
      else if (/^race/) print "race"
      else if (/^assertion: abort/) print "abort"
      else if (/^(deadlock|livelock)/) print "stuck"
      else print
    }
    END { if (ending != "") put (status "|") }' "$1" | sort -u
}

# differs CASE STATUS: what Sett found, and did not.  A race decides; what a search
# found that came to its limit is possible, but need not be all.
differs () {
  local case=$1 status=$2 limited='' executions
  executions=$(sed -n 's/^  executions  *\([0-9,]*\)$/\1/p' "$case.out" | tr -d ,)
  [ "$status" -ne 3 ] && [ "${executions:-0}" -lt "$MOST" ] || limited=1
  if [ "$status" -ne 0 ] && [ "$status" -ne 1 ] && [ "$status" -ne 3 ]; then
    echo "status $status: $(tail -n 1 "$case.err")"
  elif grep -qx race "$case.expected"; then
    grep -qxE 'race|abort' "$case.found" || [ -n "$limited" ] || echo 'misses a race'
  else
    comm -13 "$case.expected" "$case.found" | sed 's/^/invents /'
    [ -n "$limited" ] || comm -23 "$case.expected" "$case.found" | sed 's/^/misses /'
  fi | head -n 2 | paste -sd,
}

# ask FOLDER NAME NUMBER [OPTION...]
ask () {
  local folder=$1 name=$2 number=$3 case=$1/$3 wrong
  shift 3
  awk -F '\t' -v n="$number" '$1 == n { print $2 }' "$folder/expected" | sort -u > "$case.expected"
  if grep -q '^large$' "$case.expected"; then
    echo "skip $name: it has too many states"
    return
  fi
  timeout 120 "$SETT" check --outcomes --all-errors --no-trace --executions "$MOST" "$@" \
    "$folder/checked" -- "$number" > "$case.out" 2> "$case.err" < /dev/null
  wrong=$(
    status=$?
    listed "$case.out" > "$case.found"
    differs "$case" "$status"
  )
  if [ -n "$wrong" ]; then
    echo "FAIL $name $*: $wrong"
  else
    echo "ok $name $*"
  fi
}
export -f made listed differs ask
export scratch SETT here MOST
