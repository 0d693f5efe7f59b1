#!/bin/sh
# Runs vault on a copy of the sample vault, with the clock and the files' times fixed, so that it prints the same
# everywhere.
set -eu
vault=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cp -R "$here/SampleVault" "$work/SampleVault"
find "$work/SampleVault" -exec touch -t 202603010900 {} +
XDG_CACHE_HOME=$work/cache
VAULT_DIR=$work/SampleVault
TZ=UTC
export XDG_CACHE_HOME VAULT_DIR TZ
unset NO_COLOR || true

run() {
  printf '\n$ vault'
  for word in "$@"; do
    case $word in
      *[!A-Za-z0-9_./:=,@%+-]*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$vault" "$@" --today 2026-03-14 --no-pager
}

cd "$VAULT_DIR"
run stats
run search sourdough starter
run search '"second proof"'
run search cafe
run search '豆腐'
run search 'tag:baking -is:pinned' --limit 3
run list is:pinned
run tasks 'due:..this-week priority:>=medium'
run tasks --overdue
run tasks --tag translation --group category
run tags --tree
run backlinks 'Rye sourdough'
run unlinked Home
run related 'Rye sourdough' --limit 5
run show 'Recipes/Brioche à tête'
run doctor
printf '\nThe same as a web page, by `vault serve`: make demo-web\n'
