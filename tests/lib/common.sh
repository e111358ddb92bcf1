# What all suites share: where things are, how sett is asked, how results are
# counted.  Sourced by scripts that run anywhere; `set -u` is assumed.

tests_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
project_root=$(dirname "$tests_root")
# The build of the tests, with all assertions and deliberate errors, and what else
# was built beside it.
SETT=${SETT:-$project_root/build/checked/sett}
build=$(dirname "$SETT")
work=${SETT_TEST_WORK:-$project_root/build/tests}
jobs=${JOBS:-$(nproc)}
# Where what happens by chance begins: the same every day; tests/run gives a long
# run another SEED each time.
SEED=${SEED:-1}
FIRST_SEED=${FIRST_SEED:-$(((SEED - 1) * 10000 + 1))}
export SETT build work jobs SEED FIRST_SEED

require_sett () {
  [ -x "$SETT" ] && return 0
  echo "$SETT is missing: build it first (make checked-programs)" >&2
  exit 2
}

# The JSON of a result on standard input -> VERDICT <tab> STATES <tab>
# TRANSITIONS, the verdict written as the oracle writes it.
json_outcome () {
  tr -d '\n\t ' | awk '
    function number (key) {
      if (!match ($0, "\"" key "\":[0-9]+")) return "-"
      return substr ($0, RSTART + length (key) + 3, RLENGTH - length (key) - 3)
    }
    {
      match ($0, /"verdict":"[a-z]+"/)
      verdict = substr ($0, RSTART + 11, RLENGTH - 12)
      rest = $0
      while (match (rest, /"kind":"[a-z-]+"/)) {
        kind[substr (rest, RSTART + 8, RLENGTH - 9)] = 1
        rest = substr (rest, RSTART + RLENGTH)
      }
      out = ""
      split ("deadlock assertion model-error", known, " ")
      for (i = 1; i <= 3; i++)
        if (known[i] in kind) { out = out "," known[i]; delete kind[known[i]] }
      for (other in kind) out = out "," other
      if (verdict == "violated" && out != "") verdict = substr (out, 2)
      print verdict "\t" number ("states") "\t" number ("transitions")
    }'
}

# sett_outcome MODEL ERRORFILE [option ...]: the plain search, all errors;
# counter-examples go to where ERRORFILE is.  A last field tells of a bad end
# (no JSON, a signal, an exit status that does not fit the verdict); it is
# empty when all is well.
sett_outcome () {
  local model=$1 errors=$2 json status line verdict bad='' wanted
  shift 2
  json=$(timeout "${SETT_SECONDS:-60}" "$SETT" check "$model" --reduce none \
    --property safety --static none --all-errors --trace-dir "${errors%/*}" --json "$@" \
    2> "$errors")
  status=$?
  line=$(printf '%s' "$json" | json_outcome)
  [ -n "$line" ] || line=$'nothing\t-\t-'
  verdict=${line%%$'\t'*}
  case $verdict in
    verified) wanted=0 ;;
    bounded) wanted=3 ;;
    error) wanted=2 ;;
    nothing) wanted=-1 ;;
    *) wanted=1 ;;
  esac
  [ "$status" -eq "$wanted" ] || bad="exit status $status"
  printf '%s\t%s\n' "$line" "$bad"
}

# volume N: so many of the N cases of a long run as are wanted (VOLUME percent).
volume () {
  echo $((($1 * ${VOLUME:-100} + 99) / 100))
}

# sample N < list: about N of its lines, others for another SEED; all of them in
# a long run (VOLUME percent), or if a CASE is asked for.
sample () {
  local lines step
  mapfile -t lines
  step=$(((${#lines[@]} + $1 - 1) / $1))
  [ -z "${LONG-}" ] || step=$((100 / ${VOLUME:-100} > 1 ? 100 / ${VOLUME:-100} : 1))
  [ -z "${CASE-}" ] || step=1
  printf '%s\n' "${lines[@]}" |
    awk -v step="$step" -v first=$((SEED % step)) '(NR - 1) % step == first'
}

# wanted NAME: is it among the cases that are asked for?
wanted () {
  [ -z "${CASE-}" ] || grep -qE -- "$CASE" <<< "$1"
}

# in_parallel FUNCTION < list: calls the exported FUNCTION for every line that is
# asked for.
in_parallel () {
  { [ -n "${CASE-}" ] && grep -E -- "$CASE" || cat; } |
    xargs -r -d '\n' -P "$jobs" -n 1 bash -c "$1 \"\$1\"" _
}

# count_results SUITE [REGEX] < lines "ok ..." / "FAIL ..." / "skip ...": shows
# the failures and, last, the line that tests/run adds up.  What REGEX finds in
# the lines, each once, are the random systems that were compared with an oracle.
count_results () {
  awk -v suite="$1" -v random="${2-}" '
    /^(ok|FAIL)/ && random != "" && match ($0, random) &&
      !seen[substr ($0, RSTART, RLENGTH)]++ { compared++ }
    /^ok/ { passed++; next }
    /^skip/ { skipped++; if (ENVIRON["VERBOSE"] != "") print; next }
    /^FAIL/ { failed++ }
    { print }
    END {
      if (skipped) printf "%s: %d skipped\n", suite, skipped
      if (compared) printf "%s: %d comparisons\n", suite, compared
      if (!passed && !failed && ENVIRON["CASE"] != "")
        printf "FAIL %s: no case matches %s\n", suite, ENVIRON["CASE"]
      printf "%s: %d passed, %d failed\n", suite, passed, failed
      exit (failed > 0 || passed == 0)
    }'
}

export -f wanted json_outcome sett_outcome
