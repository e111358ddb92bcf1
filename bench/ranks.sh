# The table of bench/run --ranks: the models of models.tsv, in full, by 1, 2 and 4
# ranks of MPI on this machine.  Read by bench/run.
#
# The numbers of states must be those of the list, and the numbers of transitions, the
# depth and the verdict the same for every number of ranks.  Rates are states divided by
# the seconds of the search; more ranks than cores are slower, and tell nothing but
# that the numbers are the same.  Bytes are those of the stores of all ranks.
#
# RANKS="1 2 4" chooses other numbers.

numbers_of_ranks=${RANKS:-1 2 4}

header_ranks () {
  local n
  printf 'model\tstates\ttransitions\tdepth'
  for n in $numbers_of_ranks; do printf '\t%s: st/s\tB/st' "$n"; done
  printf '\n'
}

measure_ranks () { # name file options states
  local name=$1 states=$4 first= found rates= n
  local -a defines=()
  [ "$3" = - ] || read -r -a defines <<< "$3"
  fetch_model "$(resolve "$2")" || return 1
  for n in $numbers_of_ranks; do
    mpirun -n "$n" "$sett" check model.pml --reduce none --static none --json --quiet \
      $sett_flags "${defines[@]}" > sett.json 2> sett.err < /dev/null
    grep -q '"verdict": *"verified"' sett.json || { cat sett.json sett.err >&2; return 1; }
    found=$(printf '%s\t' "$(statistic states)" "$(statistic transitions)" "$(statistic depth)")
    if [ "$(statistic states)" != "$states" ] || [ "$found" != "${first:-$found}" ]; then
      printf '%s\tMISMATCH\t%s ranks\t%s\n' "$name" "$n" "$found"
      return 1
    fi
    first=$found
    rates+=$(awk -v s="$states" -v t="$(statistic seconds)" -v b="$(statistic bytes_per_state)" \
      'BEGIN { printf "\t%.0f\t%.1f", s / t, b }')
  done
  printf '%s\t%s%s\n' "$name" "${first%$'\t'}" "$rates"
}

summary_ranks () {
  awk -F '\t' 'NR > 1 && $2 != "MISMATCH" && $2 != "FAILED" { n++; states += $2 }
    END { printf "%d models, %.0f states: the same numbers with every number of ranks\n", n, states }' "$1"
}
