# What the suites about Java share: asking sett, and deliberate errors in the agent.
# Sourced after common.sh; the suite's files are in $scratch.

# One agent is linked into both builds.
agent_objects=${build%/checked}/jvm

# javac, in half the time that it takes by itself for a few files
compile_java () {
  javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g "$@"
}

# says NAME STATUS REGEX command...: both outputs together
says () {
  local name=$1 status=$2 regex=$3 said got
  shift 3
  wanted "$name" || return
  said=$(timeout 60 "$@" 2>&1 < /dev/null)
  got=$?
  if [ "$got" -ne "$status" ]; then
    echo "FAIL $name: status $got, not $status: $(head -n 2 <<< "$said" | tr '\n' '/')"
  elif ! grep -qE -- "$regex" <<< "$said"; then
    echo "FAIL $name: no '$regex' in: $(head -n 3 <<< "$said" | tr '\n' '/')"
  else
    echo "ok $name"
  fi
}

# make_mutant NAME FILE OLD NEW: the agent with a deliberate error, in a folder of
# its own.
make_mutant () {
  local name=$1 file=$2 old=$3 new=$4 folder=$scratch/mutants/$1 home others
  mkdir -p "$folder"
  home=$(dirname "$(dirname "$(realpath "$(command -v javac)")")")
  if ! [ -e "$project_root/src/$file" ]; then
    echo "FAIL mutant $name: there is no file $file"
    return 1
  fi
  OLD=$old NEW=$new perl -0777 -pe 's/\Q$ENV{OLD}\E/$ENV{NEW}/' "$project_root/src/$file" > "$folder/mutant.c"
  if cmp -s "$folder/mutant.c" "$project_root/src/$file"; then
    echo "FAIL mutant $name: there is no such text in $file"
    return 1
  fi
  others=$(cd "$agent_objects" && find . -name '*.o' ! -path "./${file%.c}.o" | while read -r object; do
    [ -e "$project_root/src/${object%.o}.c" ] && echo "$agent_objects/$object"
  done)
  # shellcheck disable=SC2086
  if ! gcc -std=gnu11 -D_GNU_SOURCE -O1 -fPIC -shared -fvisibility=hidden -I"$project_root/src" -I"$home/include" \
    -I"$home/include/linux" -o "$folder/libsett-java.so" "$folder/mutant.c" $others -ldl -pthread 2> "$folder/log"; then
    echo "FAIL mutant $name: $(head -n 1 "$folder/log")"
    return 1
  fi
  cp "$build/libsett-run.so" "$folder"
}
