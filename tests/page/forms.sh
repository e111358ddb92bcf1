# The other forms of a result.  Sourced by check.

"$SETT" check -q --no-trace --sarif --junit --mermaid --html --format github \
  examples/programs/bank.c > forms.out
for form in sarif xml mmd html; do
  result "several forms at once: $form" test -s "bank.$form"
done
result "github: an annotation" \
  grep -q '^::error file=examples/programs/bank.c,line=41,title=deadlock::deadlock: 2 threads' forms.out
result "mermaid: participants and arrows" \
  awk '/^sequenceDiagram/ { a = 1 } /participant p1 as 1 save/ { b = 1 } /p0-->>p1: create thread/ { c = 1 } END { exit !(a && b && c) }' bank.mmd

# SARIF: one flow for each thread, orders that count through.
result "sarif: a flow for each thread" \
  test "$(grep -c '"id": "[0-9] ' bank.sarif)" = 3
result "sarif: orders" \
  test "$(grep -o '"executionOrder": [0-9]*' bank.sarif | sort -u | wc -l)" = 6
result "sarif: places" grep -q '"uri": "examples/programs/bank.c"' bank.sarif

"$SETT" check -q --no-trace --junit=mutex.xml examples/mutex.pml > mutex.junit.out
result "junit: a case for each property" test "$(grep -c '<testcase' mutex.xml)" = 4
result "junit: one failed" grep -q 'tests="4" failures="1" errors="0" skipped="0"' mutex.xml
if command -v xmllint > /dev/null; then
  result "junit: well-formed" xmllint --noout mutex.xml bank.xml
fi
"$SETT" check -q --no-trace --depth 3 --junit=cut.xml examples/alternating.pml > cut.out
result "junit: what is bounded has not passed" grep -q '<skipped' cut.xml

# JSON tells the whole story.
"$SETT" check --no-trace --json examples/programs/bank.c > bank.json
result "json: steps with places and objects" \
  awk '/"story"/ { a = 1 } /"operation": "LOCK"/ { b = 1 } /"holder": 2/ { c = 1 } END { exit !(a && b && c) }' bank.json

# What cannot be written.
"$SETT" check -q --no-trace --html=/nowhere/page.html examples/alternating.pml > no.out 2>&1
result "a page that cannot be written: status 2" test $? = 2
result "a page that cannot be written: why" grep -q "cannot write '/nowhere/page.html'" no.out
"$SETT" view examples/mutex.pml > no.out 2>&1
result "view of what is no trace: status 2" test $? = 2
# A link is written through, never replaced.
ln -s target.html link.html
"$SETT" check -q --no-trace --html=link.html examples/alternating.pml > link.out
result "a link stays one" test -L link.html
result "and its file is written" test -s target.html

# Completions: what bash offers, and that the other shells understand theirs.
"$SETT" help --completion bash > completion.bash
offers () { # words of a command line, the last one to be completed
  bash -c '. ./completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sett; echo "${COMPREPLY[*]}"' _ "$@"
}
result "completion: commands" test "$(offers sett vi)" = view
result "completion: options of a command" test "$(offers sett replay --all)" = --allow-c
result "completion: words of an option" test "$(offers sett check --store '')" = "tree table bitstate compact"
for shell in zsh fish; do
  "$SETT" help --completion $shell > completion.$shell
  command -v $shell > /dev/null || { echo "skip completion: $shell is not installed"; continue; }
  result "completion: $shell understands it" $shell -n completion.$shell
done
"$SETT" help --completion tcsh > no.out 2>&1
result "completion: another shell is refused" test $? = 2

# Few words: the verdict and where the trace is; colours as wished.
"$SETT" check -q examples/programs/bank.c > quiet.out
result "quiet: names its trace" grep -qx 'trace    bank.1.trace' quiet.out
"$SETT" check -q --no-trace --color always examples/alternating.pml > colour.out
result "colours: always" grep -q "$(printf '\033')\[32mverified" colour.out
"$SETT" check -q --no-trace --color never examples/alternating.pml > colour.out
result "colours: never" not grep -q "$(printf '\033')" colour.out

# What was read is not overwritten, by whatever name.
cp examples/mutex.pml read.pml
ln -s read.pml also.pml
for form in html sarif junit mermaid; do
  "$SETT" check -q --no-trace "--$form=also.pml" read.pml > no.out 2>&1
  result "$form over the model: status 2" test $? = 2
done
result "the model is as it was" cmp -s examples/mutex.pml read.pml
"$SETT" check -q --no-trace --html - < examples/mutex.pml > stdin.out
result "the page of a model from standard input has its name" test -s stdin.html

# Of equal messages the first is taken; a d_step takes and sends several.
cat > equal.pml << 'END'
chan c = [3] of { byte };
byte x;
active proctype P () { c!1; x = 1; x == 2; c?1; c?1; d_step { c!3; c?_; c!4; c!5 }; c?4; assert (false) }
active proctype Q () { x == 1; c!1; x = 2 }
END
"$SETT" check --no-trace --json equal.pml > equal.json
pairs=$(grep -A 200 '"messages"' equal.json | grep -oE '"(sent|received)": [0-9a-z]+' |
  grep -oE '[0-9a-z]+$' | tr '\n' ' ')
result "json: who has received which message ($pairs)" test "$pairs" = "1 8 4 9 10 11 10 null "

# Several inputs: a row of each, a sum, the worst status; one file of JUnit and
# SARIF, an array of JSON, a page of each.
cp examples/alternating.pml fine.pml
mkdir -p other
cp examples/mutex.pml other/fine.pml
echo 'active proctype P () { assert (' > broken.pml
"$SETT" check --junit --sarif --html fine.pml other/fine.pml > each.out 2>&1
result "several inputs: the worst status" test $? = 1
result "several inputs: a row of each" \
  awk '/^verified +fine.pml +no deadlock/ { a = 1 } /^violated +other\/fine.pml +temporal/ { b = 1 } END { exit !(a && b) }' each.out
result "several inputs: the sum" grep -qx '2 inputs: 1 verified, 1 violated' each.out
result "several inputs: traces have names of their own" test -s other-fine.pml.1.trace
result "several inputs: pages, too" test -s fine.html -a -s other-fine.pml.html
result "several inputs: a suite of each" test "$(grep -c '<testsuite name' sett.xml)" = 2
result "several inputs: a run of each" test "$(grep -c '"tool"' sett.sarif)" = 2
"$SETT" check -q --no-trace --json fine.pml broken.pml other/fine.pml > each.json 2> each.err
result "several inputs: an error is worse" test $? = 2
result "several inputs: an array" \
  test "$(grep -o '^    "verdict": "[a-z]*"' each.json | tr -d ' ' | tr '\n' ' ')" = '"verdict":"verified" "verdict":"error" "verdict":"violated" '
cat > spin.pml <<'END'
byte x;
active proctype A () { do :: x = (x + 1) % 200 :: x = (x * 3) % 199 od }
active proctype B () { byte y; do :: y++ od }
active proctype C () { byte z; do :: z++ od }
active proctype D () { byte w; do :: w++ od }
END
"$SETT" check --no-trace --time 1 --static none --reduce none --junit=limit.xml spin.pml fine.pml > each.out 2>&1
result "several inputs: each has its time" test $? = 3
result "several inputs: the next is checked after a limit" grep -Eq '^verified +fine.pml' each.out
result "several inputs: what a limit ends is skipped" grep -q '<skipped message="bounded"' limit.xml
"$SETT" check --no-trace --each examples/programs/bank.c examples/programs/philosophers.c > each.out 2>&1
result "--each: sources by themselves" test "$(grep -c '^violated  *examples/programs' each.out)" = 2

# What to do next, if it was too large.
"$SETT" check --no-trace --time 0.3 --static none --reduce none spin.pml > large.out
result "too large: what to try" grep -q '^  try   --store bitstate: ' large.out
result "too large: what was switched off" grep -q '^  try   --reduce auto: ' large.out
"$SETT" check --no-trace --store bitstate --time 0.3 --static none --reduce none spin.pml > large.out
result "too large: not what was done already" not grep -q 'try   --store bitstate' large.out
"$SETT" check -q --no-trace --json --time 0.3 --static none --reduce none spin.pml > large.json
result "too large: as JSON" grep -q '"advice": \[' large.json
"$SETT" check --no-trace examples/alternating.pml > large.out
result "not too large: nothing to try" not grep -q '^  try ' large.out

# ...and how large it would be.  The truth is known of both: 14^5 states, 64
# executions.
cat > rounds.pml <<'END'
active [5] proctype P () { byte x; do :: x = (x + 1) % 14 od }
END
total () { sed -n 's/^    "total": \([0-9]*\)$/\1/p' "$1"; }
"$SETT" check -q --no-trace --json --static none --reduce none --memory 10M rounds.pml > whole.json
whole=$(total whole.json)
result "whole: of a model (${whole:-nothing} of 537824 states)" test "${whole:-0}" -ge 270000 -a "${whole:-0}" -le 1100000
"$SETT" check -q --no-trace --json --no-hunt --executions 40 examples/programs/lastzero.c > whole.json
whole=$(total whole.json)
result "whole: of a program (${whole:-nothing} of 64 executions)" test "${whole:-0}" -gt 40 -a "${whole:-0}" -le 100
"$SETT" check --no-trace --no-hunt --executions 40 examples/programs/lastzero.c > whole.out
result "whole: in words" grep -Eq '^  whole about [0-9]+ executions, perhaps many more: [0-9]+ % of the branches' whole.out
"$SETT" check --no-trace --no-hunt examples/programs/lastzero.c > whole.out
result "whole: not when all is known" not grep -q '^  whole' whole.out

# Schemas: of what --json prints, and of the part of SARIF that is written.
if python3 -c 'import jsonschema' 2> /dev/null; then
  fits () { python3 "$cases/validate.py" "$@"; }
  schema=$project_root/docs/sett.schema.json
  "$SETT" check --no-trace --json race.c > race.json
  "$SETT" check --no-trace --json examples/mutex.pml > mutex.json
  "$SETT" check --no-trace --json nothing.pml > nothing.json
  "$SETT" check --no-trace --json --unreached examples/alternating.pml > unreached.json
  (cd examples/systems/chat && "$SETT" check --no-trace --json Procfile.wrong) > chat.json
  result "schema: programs, systems, models, limits, errors" \
    fits "$schema" bank.json race.json mutex.json chat.json nothing.json unreached.json whole.json equal.json large.json
  result "schema: several inputs" fits "$schema" each.json
  sed 's/"kind"/"sort"/' bank.json > wrong.json
  result "schema: notices another key" not fits "$schema" wrong.json
  sed 's/"thread": [0-9]*/"thread": "1"/' bank.json > wrong.json
  result "schema: notices another type" not fits "$schema" wrong.json
  "$SETT" check -q --no-trace --sarif=mutex.sarif examples/mutex.pml > mutex.sarif.out
  "$SETT" check -q --no-trace --sarif=fine.sarif examples/alternating.pml > fine.sarif.out
  (cd examples/systems/chat && "$SETT" check -q --no-trace --sarif="$here/chat.sarif" Procfile.wrong) > chat.sarif.out
  result "schema: SARIF" fits "$cases/sarif.schema.json" bank.sarif mutex.sarif fine.sarif chat.sarif sett.sarif
  sed 's/"executionOrder"/"order"/' bank.sarif > wrong.sarif
  result "schema: notices another key in SARIF" not fits "$cases/sarif.schema.json" wrong.sarif
else
  echo "skip schema: no python3-jsonschema (scripts/setup test installs it)"
fi

# The whole schema of SARIF 2.1.0, and its rules, by the tool of those who keep it.
# (It is large: in a long run only.)
official () { # file: what it has against it
  rm -f official.sarif
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 timeout 100 multitool/package/Sarif.Multitool validate "$1" \
    -o official.sarif --level 'Error;Warning;Note' > official.out 2>&1
  grep -q '"ruleId"' official.sarif || echo "$1 cannot be read"
  grep -oE '"ruleId": *"(JSON|SARIF)1[0-9]*"' official.sarif
}
fits_officially () { # file ...
  local file
  for file; do
    official "$file" | grep . && return 1
  done
  return 0
}
if [ -n "${LONG-}" ]; then
  mkdir -p multitool
  if (cd multitool && npm pack --silent @microsoft/sarif-multitool-linux && tar xzf ./*.tgz) > multitool.out 2>&1; then
    chmod +x multitool/package/Sarif.Multitool
    "$SETT" check -q --no-trace --sarif=race.sarif race.c > race.sarif.out
    result "SARIF, officially" fits_officially bank.sarif mutex.sarif fine.sarif chat.sarif race.sarif sett.sarif
    sed 's/"executionOrder"/"order"/' bank.sarif > wrong.sarif
    result "SARIF, officially: notices another key" not fits_officially wrong.sarif
    sed 's/"startLine": /"startLine": -/' bank.sarif > wrong.sarif
    result "SARIF, officially: notices a line before the first" not fits_officially wrong.sarif
  else
    echo "skip SARIF, officially: npm cannot bring sarif-multitool-linux"
  fi
fi
