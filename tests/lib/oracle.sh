# The oracle: what SPIN says about a model, with everything switched off that
# changes the number of states (dataflow, dead variables, merging, partial
# order reduction), never and trace clauses ignored, and all errors passed.
#
# oracle_run MODEL DIRECTORY [spin flag ...]
#   prints one line   VERDICT <tab> STATES <tab> TRANSITIONS <tab> NOTE
#   VERDICT  verified, or the kinds of errors found, in the order
#            deadlock,assertion,model-error, or `rejected` (not a model for
#            SPIN), or `stopped` (depth, time or memory limit: no answer)
#   STATES   stored states, `-` when the search was not exhaustive
# DIRECTORY is for the generated files; two runs need two directories.
#
# oracle_ltl MODEL DIRECTORY FORMULA [flag of pan ...]
#   prints one line   VERDICT <tab> NOTE
#   VERDICT  verified, violated (a run does not satisfy the formula; assertions
#            and end states are not looked at), rejected or stopped
#   Assertions in the model must stand on lines of their own.
#
# Settings: ORACLE_CC (tcc), ORACLE_DEPTH (100000), ORACLE_SECONDS (10),
#           ORACLE_HASH (18), ORACLE_CFLAGS

oracle_compile () { # flags for the kind of property
  local flags="-w $* -DNOREDUCE -DVECTORSZ=8192 ${ORACLE_CFLAGS-}"
  ${ORACLE_CC:-tcc} $flags -o pan pan.c > compile.log 2>&1 ||
    gcc -O0 $flags -o pan pan.c > compile.log 2>&1
}

# Event traces are a property, like claims: a model that has one is checked
# without it.  Prints the path of the text to use.
oracle_without_trace () { # model
  if ! grep -Eq '^(no)?trace\>' "$1"; then
    printf '%s\n' "$1"
    return
  fi
  awk '/^(no)?trace/ { inside = 1 }
       { print inside ? "" : $0 }
       inside && /^}/ { inside = 0 }' "$1" > without_trace.pml
  printf '%s\n' without_trace.pml
}

# Turns the output of pan into the line described above.
oracle_summary () { # status-of-pan
  awk -v status="$1" '
    # SPIN goes on with the padded message, and that is what is compared.
    /too (few|many) parameters in send|missing pars in receive/ { next }
    /^pan:[0-9]+: / {
      if ($0 ~ /invalid end state/) deadlock = 1
      else if ($0 ~ /depth limit|VECTORSZ/) limit = "limit"
      else if ($0 ~ /assertion violated/ && $0 !~ /invalid array index/)
        assertion = 1
      else { fault = 1; sub (/^pan:[0-9]+: /, ""); text = $0 }
    }
    /max search depth too small/ { limit = "depth" }
    /out of memory|reached -DMEMLIM/ { limit = "memory" }
    /Search not completed/ { unfinished = 1 }
    / states, stored/ { states = $1 }
    / transitions \(=/ { transitions = $1 }
    END {
      if (status == 124 || status == 137) limit = "time"
      else if (status == 136) { fault = 1; text = "floating point exception" }
      else if (status >= 128) { limit = "crash, status " status }
      verdict = (deadlock ? ",deadlock" : "") (assertion ? ",assertion" : "") \
                (fault ? ",model-error" : "")
      verdict = verdict == "" ? "verified" : substr (verdict, 2)
      if (states == "" && !fault && limit == "") limit = "no result"
      if (limit != "" || (unfinished && !fault)) {
        print "stopped\t-\t-\t" (limit != "" ? limit : "not completed")
      } else if (fault || states == "") print verdict "\t-\t-\t" text
      else print verdict "\t" states "\t" transitions "\t"
    }'
}

# oracle_build MODEL [spin flag ...]: pan in the current directory, made with
# the flags in $kind; prints `rejected' and why if that fails.
oracle_build () {
  rm -f pan pan.*
  if ! timeout 20 spin -a -o1 -o2 -o3 "${@:2}" "$1" > spin.log 2>&1 ||
     [ ! -s pan.c ]; then
    printf 'rejected\t%s%s\n' "${gap-}" "$(grep -m1 '^spin:' spin.log |
      sed 's/^spin: [^ ]*pml:/line /; s/\t/ /g')"
    return 1
  fi
  if ! oracle_compile $kind; then
    printf 'rejected\t%sthe generated C does not compile\n' "${gap-}"
    return 1
  fi
}

oracle_run () {
  local model directory kind='-DSAFETY -DNOCLAIM' gap=$'-\t-\t'
  model=$(realpath "$1") directory=$2
  shift 2
  mkdir -p "$directory"
  (
    cd "$directory" || exit 1
    model=$(oracle_without_trace "$model")
    oracle_build "$model" "$@" || exit 0
    { timeout "${ORACLE_SECONDS:-10}" ./pan -c0 -n \
      -m"${ORACLE_DEPTH:-100000}" -w"${ORACLE_HASH:-18}" > pan.log 2>&1; } 2> /dev/null
    oracle_summary $? < pan.log
  )
}

oracle_ltl () {
  local model directory formula kind=''
  model=$(realpath "$1") directory=$2 formula=$3
  shift 3
  mkdir -p "$directory"
  (
    cd "$directory" || exit 1
    # SPIN makes an assertion of a safety formula: those of the model must go;
    # and it counts the claim as a process.
    { sed 's/^\( *\)assert (.*);$/\1skip;/; s/_nr_pr/(_nr_pr - 1)/g' "$model"
      printf '\nltl wanted { %s }\n' "$formula"; } > with_ltl.pml
    oracle_build with_ltl.pml || exit 0
    { timeout "${ORACLE_SECONDS:-10}" ./pan -a -E "$@" \
      -m"${ORACLE_DEPTH:-100000}" -w"${ORACLE_HASH:-18}" > pan.log 2>&1; } 2> /dev/null
    awk -v status=$? '
      /^pan:[0-9]+: (acceptance cycle|claim violated|end state in claim|assertion violated)/ { found = 1; next }
      /^pan:[0-9]+: / || /max search depth too small/ { other = $0 }
      /^State-vector/ { complete = 1 }
      END {
        if (found) print "violated\t"
        else if (status || !complete || other != "") print "stopped\t" other
        else print "verified\t"
      }' pan.log
  )
}

export -f oracle_compile oracle_build oracle_without_trace oracle_summary
export -f oracle_run oracle_ltl
