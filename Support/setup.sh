#!/bin/sh
# Makes sure that Swift and the C libraries that vault links are there; installs the libraries where it can.
set -eu
swift=${1:-swift}

fail() {
  printf 'vault needs %s\n' "$*" >&2
  exit 1
}

command -v "$swift" >/dev/null 2>&1 ||
  fail "Swift 6.2 or newer: see https://www.swift.org/install, then run make again."
version=$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
major=${version% *}
minor=${version#* }
if [ -n "$version" ] && { [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; }; then
  fail "Swift 6.2 or newer, and this is $major.$minor: see https://www.swift.org/install."
fi

have() {
  command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$1"
}

if have libcmark && have sqlite3; then exit 0; fi

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    fail "the packages libcmark-dev, libsqlite3-dev and pkg-config; install them as root: apt-get install libcmark-dev libsqlite3-dev pkg-config"
  fi
}

if command -v apt-get >/dev/null 2>&1; then
  echo "Installing libcmark-dev, libsqlite3-dev and pkg-config ..."
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libcmark-dev libsqlite3-dev pkg-config >/dev/null
elif command -v brew >/dev/null 2>&1; then
  echo "Installing cmark, sqlite and pkg-config ..."
  brew install --quiet cmark sqlite pkg-config
else
  fail "libcmark, SQLite (both with their headers) and pkg-config, and this system has neither apt-get nor Homebrew.
Install them with its package manager (Fedora: cmark-devel sqlite-devel pkgconf; Arch: cmark sqlite pkgconf), then run make again."
fi
have libcmark || fail "libcmark, and its package did not provide it: pkg-config --exists libcmark fails."
