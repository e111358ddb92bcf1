# Deliberate errors in the run-time: a test that does not notice them proves little.
#
# mutated_runtime FOLDER OLD NEW: the run-time library with that text of its sources
# replaced (once, wherever it stands), as FOLDER/build/libsett-run.so; all other
# object files are those of the usual build.  SETT_RUNTIME=that lets sett use it.
mutated_runtime () {
  local folder=$1 file
  rm -rf "$folder"
  mkdir -p "$folder/build"
  file=$(cd "$project_root" && grep -rlF --include='*.c' -- "$2" src/runtime src/stateless src/kernel)
  [ -n "$file" ] || { echo "the text is not there: $2"; return 1; }
  [ "$(wc -w <<< "$file")" = 1 ] || { echo "the text is in $(wc -w <<< "$file") files: $2"; return 1; }
  cp -al "$project_root/src" "$project_root/include" "$folder"
  cp -al "$(dirname "$SETT")/run" "$folder/build"
  rm "$folder/$file" # linked: not to be written to
  file=${file#src/}
  rm "$folder/build/run/${file%.c}".[od]
  OLD=$2 NEW=$3 awk '
    !done && (at = index ($0, ENVIRON["OLD"])) {
      $0 = substr ($0, 1, at - 1) ENVIRON["NEW"] \
        substr ($0, at + length (ENVIRON["OLD"]))
      done = 1
    }
    { print }' "$project_root/src/$file" > "$folder/src/$file"
  make -s -C "$folder" -f "$project_root/Makefile" BUILD=build RUN_CFLAGS='-O1 -w' RUN_LDFLAGS=-Wl,-S \
    build/libsett-run.so > "$folder/log" 2>&1 || { head -n 1 "$folder/log"; return 1; }
}

# noticed_by_pair FOLDER NAME PROGRAM OLD NEW: whether a program of tests/pairs has
# another answer with such an error, if the mutant NAME is asked for: a CASE is for
# mutants, not for what notices them.
noticed_by_pair () {
  local folder=$1/$2
  wanted "mutant $2" || wanted "$2" || return 0
  if ! mutated_runtime "$folder" "$4" "$5" > "$folder.log"; then
    echo "FAIL mutant $2: $(head -n 1 "$folder.log")"
  elif SETT_RUNTIME=$folder/build/libsett-run.so \
    CASE='' LONG=1 "$tests_root/pairs/check" "$tests_root/pairs/$3.c" | grep -q "^FAIL.*$3.c[ :].* found"; then
    echo "ok mutant $2"
  else
    echo "FAIL mutant $2: not noticed by $3.c"
  fi
}
