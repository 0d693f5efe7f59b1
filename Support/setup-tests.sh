#!/bin/sh
# Installs what some tests use on Linux: strace, which makes system calls fail. Without it those tests are skipped.
set -eu
[ "$(uname -s)" = Linux ] || exit 0
command -v strace >/dev/null 2>&1 && exit 0
if [ "$(id -u)" -eq 0 ]; then as_root=; else as_root=sudo; fi
if command -v apt-get >/dev/null 2>&1 && { [ -z "$as_root" ] || command -v sudo >/dev/null 2>&1; }; then
  echo "Installing strace ..."
  $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq strace >/dev/null &&
    exit 0
fi
echo "strace is missing, so the tests that kill the program and make its system calls fail are skipped." >&2
