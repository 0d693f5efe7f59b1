#!/bin/sh
# can-be-static.sh SWIFT: says yes where the program can be linked without shared libraries, which saves a part of the time
# that it takes to start: on Linux, where all libraries are there as archives.
set -eu
swift=$(readlink -f "$(command -v "${1:-swift}")")
[ "$(uname)" = Linux ] || exit 0
[ -e "$(dirname "$swift")/../lib/swift_static/linux/static-executable-args.lnk" ] || exit 0
compiler=$(dirname "$swift")/clang
[ -x "$compiler" ] || compiler=cc
for library in cmark sqlite3 stdc++ m c; do
  # A name without a folder is one that was not found.
  case $("$compiler" -print-file-name="lib$library.a") in */*) ;; *) exit 0 ;; esac
done
echo yes
