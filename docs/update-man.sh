#!/bin/sh
# Puts the generated sections, taken from the tables in the program, into the
# manual page:  docs/update-man.sh build/sett
set -e
sett=${1:?usage: docs/update-man.sh PATH-TO-SETT}
page=$(dirname "$0")/sett.1
new=$(mktemp)
trap 'rm -f "$new"' EXIT
{
  sed '/^\.\\" generated: begin/q' "$page"
  "$sett" help --man
  sed -n '/^\.\\" generated: end/,$p' "$page"
} >"$new"
cat "$new" >"$page"
