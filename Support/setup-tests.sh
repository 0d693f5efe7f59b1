#!/bin/sh
# Installs what some tests use on Linux: strace, which makes system calls fail, and a reader of iCalendar that is not
# ours. Without them those tests are skipped.
set -eu
[ "$(uname -s)" = Linux ] || exit 0
missing=
command -v strace >/dev/null 2>&1 || missing=strace
python3 -c 'import icalendar, dateutil.rrule' 2>/dev/null || /usr/bin/python3 -c 'import icalendar, dateutil.rrule' 2>/dev/null ||
  missing="$missing python3-icalendar python3-dateutil"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -eq 0 ]; then as_root=; else as_root=sudo; fi
if command -v apt-get >/dev/null 2>&1 && { [ -z "$as_root" ] || command -v sudo >/dev/null 2>&1; }; then
  echo "Installing" $missing "..."
  # Word by word: there may be one of them only.
  # shellcheck disable=SC2086
  $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null &&
    exit 0
fi
echo "Missing:" $missing "- so the tests that kill the program, make its system calls fail or read its calendars are skipped." >&2
