#!/bin/sh
# test.sh VAULT [--long] -- SWIFT TEST FLAGS...: builds the tests, then runs those of all that is no web page, no editor and no assistant by
# `SWIFT TEST FLAGS`, while a browser, then editors and then terminals are driven beside them: they mostly wait, though not well
# beside a compiler. Says at the end what failed, once more; 1 where anything did.
set -u
program=$1
shift
long=
if [ "$1" = --long ]; then
  long=--long
  shift
fi
shift
swift=$1
shift 2

folder=$(mktemp -d)
page=
trap 'test -z "$page" || kill "$page" 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
echo "Building the tests ..."
# It lists them; before that it builds them.
"$swift" test list "$@" >"$folder/built" 2>&1 || {
  cat "$folder/built"
  exit 1
}
tests=$(dirname "$0")/../Tests
(
  child=
  trap 'test -z "$child" || kill "$child" 2>/dev/null; exit 130' TERM
  found=0
  for driven in "$tests/Browser/run" "$tests/Editors/run" "$tests/Assistants/run" "$tests/Terminal/run"; do
    "$driven" "$program" $long &
    child=$!
    wait "$child" || found=1
  done
  exit "$found"
) >"$folder/page" 2>&1 &
page=$!
# The status of what stands before a pipe is lost in sh.
{
  "$swift" test "$@"
  echo $? >"$folder/status"
} 2>&1 | tee "$folder/tests"
status=$(cat "$folder/status" 2>/dev/null || echo 1)
wait "$page" || status=1
page=
echo "The web page, the editors, assistants and the full-screen interface:"
cat "$folder/page"
if [ "$status" -ne 0 ]; then
  echo "What failed:"
  grep -a '✘\|Fatal error\|unexpected signal' "$folder/tests" | head -n 40
  grep -a -A 20 FAILED "$folder/page"
fi
exit "$status"
