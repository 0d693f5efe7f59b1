#!/bin/sh
# install.sh VAULT PREFIX: puts the program, the one beside it that serves, completions, manual pages and JSON Schemas under
# PREFIX.
# install.sh --remove PREFIX: takes them away again.
set -eu
vault=$1
prefix=$2
bin=$prefix/bin
libexec=$prefix/libexec/vault
bash=$prefix/share/bash-completion/completions
zsh=$prefix/share/zsh/site-functions
fish=$prefix/share/fish/vendor_completions.d
man=$prefix/share/man
schemas=$prefix/share/vault/schemas
here=$(cd "$(dirname "$0")/.." && pwd)

if [ "$vault" = --remove ]; then
  rm -f "$bin/vault" "$bash/vault" "$zsh/_vault" "$fish/vault.fish" "$man"/man1/vault.1 "$man"/man1/vault-*.1 "$man"/man5/vault-*.5 "$man"/man7/vault-*.7
  rm -f "$schemas"/*.json "$libexec/vault-net"
  rmdir "$libexec" "$prefix/libexec" 2>/dev/null || true
  rmdir "$schemas" "$prefix/share/vault" 2>/dev/null || true
  exit 0
fi

mkdir -p "$bin" "$libexec" "$bash" "$zsh" "$fish" "$man" "$schemas"
# A new file beside the old one, then renamed: a vault that is running keeps its own.
place() {
  cp "$1" "$2.new"
  strip "$2.new" 2>/dev/null || true
  chmod 755 "$2.new"
  mv -f "$2.new" "$2"
}
place "$vault" "$bin/vault"
place "$(dirname "$vault")/vault-net" "$libexec/vault-net"
"$bin/vault" completion bash >"$bash/vault"
"$bin/vault" completion zsh >"$zsh/_vault"
"$bin/vault" completion fish >"$fish/vault.fish"
"$bin/vault" manual "$man"
cp "$here"/Documentation/schemas/*.json "$schemas"
echo "vault is in $bin; its completions, manual pages and JSON Schemas are under $prefix/share."
