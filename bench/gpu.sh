# The table of bench/run --gpu: models with very many states.  Read by bench/run.
#
# Each model of gpu.tsv is searched on the GPU (the first that sett finds), by
# one core, and by all cores of the machine.  The one core is stopped after
# $core_seconds seconds: what counts is its rate.  All cores are there for the
# number of states, which must be the same; they are stopped after
# $cores_seconds seconds, and not asked if there are more than $cores_states
# states; then the number is compared with that of gpu.tsv, if there is one,
# which they came to before ("-": there is none).  All searches are
# exact and in full (--reduce none --static none), for safety only.
#
# GPU_STORE=compact or bitstate searches on the GPU with that store (the others
# stay exact).  Then there must not be more states than there are, and how many
# were lost stands where others have "yes"; give --output, too.
#
# Seconds are those of the search; wall is the time from the command to the
# verdict, with the compilers.  The first line of the results names device and
# driver.  Exit status: 1 if two counts differ or a run fails.

core_seconds=${GPU_CORE_SECONDS:-3}
cores_seconds=${GPU_CORES_SECONDS:-90}
cores_states=${GPU_CORES_STATES:-700000000}
gpu_store=${GPU_STORE:-tree}

header_gpu () {
  printf '# %s\n' "$("$sett" check --gpu=list 2>&1 | tr '\n' ';')"
  printf 'model\tkind\tstates\ttransitions\tseconds\tst/s\tB/st\twall'
  printf '\tcore st/s\tratio\tcores agree\n'
}

search_gpu () { # option ...
  "$sett" check model.pml --static none --json "$@" > sett.json 2> sett.err
}

measure_gpu () { # name file options states kind
  local begin end core agree=- row found
  local -a defines=()
  [ "$3" = - ] || read -r -a defines <<< "$3"
  fetch_model "$(resolve "$2")" || return 1
  begin=$(now)
  search_gpu --gpu --store "$gpu_store" "${defines[@]}"
  end=$(now)
  grep -Eq '"verdict": *"(verified|probabilistic)"' sett.json ||
    { cat sett.json sett.err >&2; return 1; }
  row=$(printf '%s\t' "$(statistic states)" "$(statistic transitions)" \
    "$(statistic seconds)" "$(statistic bytes_per_state)")
  found=$(statistic states)
  search_gpu --reduce none --time "$core_seconds" "${defines[@]}"
  core=$(calc "$(statistic states) / $(statistic seconds)")
  if ((found <= cores_states)); then
    search_gpu --reduce none -j "$(nproc)" --time "$cores_seconds" "${defines[@]}"
    grep -q '"verdict": *"verified"' sett.json && agree=$(statistic states)
  fi
  awk -v name="$1" -v kind="$5" -v known="$4" -v row="$row" -v core="$core" \
    -v agree="$agree" -v wall="$(calc "$end - $begin")" -v store="$gpu_store" 'BEGIN {
      split (row, v, "\t")
      all = agree != "-" ? agree : known
      bad = agree != "-" && known != "-" && agree != known
      bad = bad || all != "-" && (store == "tree" ? all != v[1] : all + 0 < v[1] + 0)
      said = bad ? "MISMATCH" : all == "-" ? "-" : all == v[1] ? "yes" : "lost " (all - v[1])
      printf "%s\t%s\t%.0f\t%.0f\t%.3f\t%.0f\t%.1f\t%.2f\t%.0f\t%.1f\t%s\n",
        name, kind, v[1], v[2], v[3], v[1] / v[3], v[4], wall, core,
        v[1] / v[3] / core, said
      exit bad }'
}

summary_gpu () {
  awk -F '\t' '
    $3 + 0 > 0 { n[$2]++; sum[$2] += log ($10); bytes += $7; all++ }
    END {
      for (kind in n)
        printf "%s: GPU against one core, geometric mean %.1f\n", kind,
          exp (sum[kind] / n[kind])
      if (all) printf "bytes per state, mean %.1f\n", bytes / all }' "$1"
}

run_gpu () {
  local name file options states kind rest
  "$sett" check --gpu=list > /dev/null || exit 2
  while IFS=$'\t' read -r name file options states kind rest; do
    echo "$name" >&2
    in_scratch measure_gpu "$name" "$file" "$options" "$states" "$kind" \
      >> "$output" || { failed=1; note_failure "$name"; }
    tail -n 1 "$output" >&2
  done < <(selected_rows)
  print_aligned "$output"
  summary_gpu "$output"
}
