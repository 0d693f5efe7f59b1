#!/bin/sh
# demo-web.sh VAULT: serves a copy of the sample vault, and says where, until Ctrl-C.
set -eu
vault=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cp -R "$here/SampleVault" "$work/SampleVault"
XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state "$vault" --vault "$work/SampleVault" serve "--port=${PORT:-7523}" || exit
