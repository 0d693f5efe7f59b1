#!/bin/sh
# run-tests.sh SWIFT PROGRAM: runs the tests that were built, those of the store beside the others, since they wait most of
# their time. PROGRAM is what is tested from outside.
swift=$1
VAULT_PROGRAM=$2
export VAULT_PROGRAM
log=.build/store-tests.log
"$swift" test --skip-build --ignore-lock --filter '^VaultStoreTests\.' > "$log" 2>&1 &
store=$!
"$swift" test --skip-build --ignore-lock --skip '^VaultStoreTests\.'
others=$?
wait "$store"
status=$?
cat "$log"
test "$others" -eq 0 && test "$status" -eq 0
