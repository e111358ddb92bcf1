# What compare and shrink share: does sett agree with SPIN about a model?

. "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
. "$tests_root/lib/oracle.sh"
export ORACLE_DEPTH=${ORACLE_DEPTH:-50000} ORACLE_SECONDS=${ORACLE_SECONDS:-4}
export SETT_SECONDS=${SETT_SECONDS:-20}

# random_difference MODEL DIRECTORY prints one line:
#   same ...                 they agree
#   skip REASON              no answer of SPIN to compare with
#   end|verdict|states ...   what differs, first word: the kind
# An error of the model stops SPIN: then sett must find one too, and nothing
# else is compared.  A difference counts if it is there again with the oracle
# compiled by gcc: tcc gives 0 for (a ? 0 : 0) ? b : c.
random_difference () {
  local found
  found=$(difference_found "$1" "$2")
  case $found in
    same* | skip*) ;;
    *) found=$(ORACLE_CC='gcc -O0' ORACLE_SECONDS=20 difference_found "$1" "$2") ;;
  esac
  echo "$found"
}

difference_found () {
  local verdict states rest note got got_states got_rest bad
  IFS=$'\t' read -r verdict states rest note < <(oracle_run "$1" "$2")
  case $verdict in
    rejected | stopped) echo "skip $verdict $note"; return ;;
  esac
  IFS=$'\t' read -r got got_states got_rest bad \
    < <(sett_outcome "$1" "$2/sett.err")
  if [ -n "$bad" ]; then
    echo "end sett: $got, $bad; $(head -n 1 "$2/sett.err")"
  elif [[ $verdict == *model-error* && $got == *model-error* ]]; then
    echo "same $verdict"
  elif [ "$verdict" != "$got" ]; then
    echo "verdict SPIN: $verdict, sett: $got"
  elif [ "$states" != "$got_states" ]; then
    echo "states SPIN: $states, sett: $got_states ($verdict)"
  else
    echo "same $verdict $states"
  fi
}
export -f difference_found random_difference

build_generator () {
  export generator=$work/random/generate
  mkdir -p "$work/random"
  ${CC:-cc} -std=gnu11 -O1 -o "$generator" "$tests_root"/random/*.c
}
