#!/bin/sh
# test.sh VAULT [--long] -- COMMAND...: runs COMMAND, which builds and runs the tests of all that is no web page, while the web
# page is tested beside it: a browser mostly waits. Says at the end what failed, once more; 1 where anything did.
set -u
program=$1
shift
long=
if [ "$1" = --long ]; then
  long=--long
  shift
fi
shift

folder=$(mktemp -d)
page=
trap 'test -z "$page" || kill "$page" 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
"$(dirname "$0")/../Tests/Browser/run" "$program" $long >"$folder/page" 2>&1 &
page=$!
# The status of what stands before a pipe is lost in sh.
{
  "$@"
  echo $? >"$folder/status"
} 2>&1 | tee "$folder/tests"
status=$(cat "$folder/status" 2>/dev/null || echo 1)
wait "$page" || status=1
page=
echo "The web page:"
cat "$folder/page"
if [ "$status" -ne 0 ]; then
  echo "What failed:"
  grep -a '✘\|error:' "$folder/tests" | head -n 40
  grep -a -A 20 FAILED "$folder/page"
fi
exit "$status"
