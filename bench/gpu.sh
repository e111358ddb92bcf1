# The table of bench/run --gpu: models with very many states.  Read by bench/run.
#
# Each model of gpu.tsv is searched on the GPU (the first that sett finds, alone:
# --race never), by one core, and by all cores of the machine.  The one core is stopped after
# $core_seconds seconds: what counts is its rate.  All cores are there for the
# number of states, which must be the same; they are stopped after
# $cores_seconds seconds, and not asked if there are more than $cores_states
# states; then the number is compared with that of gpu.tsv, if there is one,
# which they came to before ("-": there is none).  All searches are
# exact and in full (--reduce none --static none), for safety only; but for the
# kind "cycles", where the options name another property.
#
# A constant that a model itself defines is what the options say (-DN=6).
#
# The last column of gpu.tsv names lossy stores with which the GPU searches the
# model once more.  Then there must not be more states than before; how many were
# lost stands where others have "yes", and the kind is the store.  "missed" is the
# probability that is printed that a given state was missed.
#
# Seconds are those of the search; wall is the time from the command to the
# verdict, with the compilers.  The first line of the results names device and
# driver.  Exit status: 1 if two counts differ or a run fails.

core_seconds=${GPU_CORE_SECONDS:-3}
cores_seconds=${GPU_CORES_SECONDS:-90}
cores_states=${GPU_CORES_STATES:-700000000}

header_gpu () {
  printf '# %s\n' "$("$sett" check --gpu=list 2>&1 | tr '\n' ';')"
  printf 'model\tkind\tstates\ttransitions\tseconds\tst/s\tB/st\twall'
  printf '\tcore st/s\tratio\tcores agree\tmissed\n'
}

search_gpu () { # option ...
  "$sett" check model.pml --static none --json "$@" > sett.json 2> sett.err
}

# Sets wall and row, of which the states are `found`, and `missed`.
gpu_alone () { # store option ...
  local begin end store=$1
  shift
  begin=$(now)
  search_gpu --gpu --race never --store "$store" "$@"
  end=$(now)
  grep -Eq '"verdict": *"(verified|probabilistic)"' sett.json ||
    { cat sett.json sett.err >&2; return 1; }
  wall=$(calc "$end - $begin")
  row=$(printf '%s\t' "$(statistic states)" "$(statistic transitions)" \
    "$(statistic seconds)" "$(statistic bytes_per_state)")
  found=$(statistic states)
  missed=$(statistic omission)
}

# One line; `all` is how many states there are, or "-".
print_gpu () { # name kind all core bad
  awk -v name="$1" -v kind="$2" -v all="$3" -v core="$4" -v bad="$5" \
    -v row="$row" -v wall="$wall" -v missed="${missed:--}" 'BEGIN {
      split (row, v, "\t")
      exact = kind != "compact" && kind != "bitstate"
      bad = bad || all != "-" && (exact ? all != v[1] : all + 0 < v[1] + 0)
      said = bad ? "MISMATCH" : all == "-" ? "-" : all == v[1] ? "yes" : "lost " (all - v[1])
      printf "%s\t%s\t%.0f\t%.0f\t%.3f\t%.0f\t%.1f\t%.2f\t%s\t%s\t%s\t%s\n",
        name, kind, v[1], v[2], v[3], v[1] / v[3], v[4], wall,
        core == "-" ? "-" : sprintf ("%.0f", core),
        core == "-" ? "-" : sprintf ("%.1f", v[1] / v[3] / core), said,
        exact ? "-" : missed
      exit bad }'
}

# Leaves out the model's own definitions of what options define.
redefine () { # option ...
  local option name
  for option; do
    [[ $option == -D*=* ]] || continue
    name=${option#-D} name=${name%%=*}
    sed -i "/^# *define[ \t][ \t]*$name[ \t]/d" model.pml
  done
}

measure_gpu () { # name file options states kind stores
  local core agree=- row found wall missed store states all
  local -a defines=()
  [ "$3" = - ] || read -r -a defines <<< "$3"
  fetch_model "$(resolve "$2")" && redefine "${defines[@]}" || return 1
  gpu_alone tree "${defines[@]}" || return 1
  states=$found
  local exact=$row took=$wall
  search_gpu --reduce none --time "$core_seconds" "${defines[@]}"
  core=$(calc "$(statistic states) / $(statistic seconds)")
  if ((found <= cores_states)); then
    search_gpu --reduce none -j "$(nproc)" --time "$cores_seconds" "${defines[@]}"
    grep -q '"verdict": *"verified"' sett.json && agree=$(statistic states)
  fi
  row=$exact wall=$took missed=
  all=$agree
  [ "$agree" = - ] && all=$4
  print_gpu "$1" "$5" "$all" "$core" \
    "$([ "$agree" != - ] && [ "$4" != - ] && [ "$agree" != "$4" ] && echo 1 || echo 0)" || return 1
  [ "$6" = - ] && return
  for store in ${6//,/ }; do
    gpu_alone "$store" "${defines[@]}" || return 1
    print_gpu "$1" "$store" "$states" - 0 || return 1
  done
}

summary_gpu () {
  awk -F '\t' '
    $3 + 0 > 0 && $10 + 0 > 0 {
      n[$2]++; sum[$2] += log ($10)
      if ($2 != "cycles") { bytes += $7; all++ }
    }
    END {
      for (kind in n)
        printf "%s: GPU against one core, geometric mean %.1f\n", kind,
          exp (sum[kind] / n[kind])
      if (all) printf "bytes per state, mean %.1f\n", bytes / all }' "$1"
}

run_gpu () {
  local name file options states kind stores
  "$sett" check --gpu=list > /dev/null || exit 2
  while IFS=$'\t' read -r name file options states kind stores; do
    echo "$name" >&2
    in_scratch measure_gpu "$name" "$file" "$options" "$states" "$kind" "$stores" \
      >> "$output" || { failed=1; note_failure "$name"; }
    tail -n 1 "$output" >&2
  done < <(selected_rows)
  print_aligned "$output"
  summary_gpu "$output"
}
