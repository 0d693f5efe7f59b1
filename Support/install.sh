#!/bin/sh
# install.sh VAULT PREFIX: puts the program, its completions and manual pages under PREFIX.
# install.sh --remove PREFIX: takes them away again.
set -eu
vault=$1
prefix=$2
bin=$prefix/bin
bash=$prefix/share/bash-completion/completions
zsh=$prefix/share/zsh/site-functions
fish=$prefix/share/fish/vendor_completions.d
man=$prefix/share/man/man1

if [ "$vault" = --remove ]; then
  rm -f "$bin/vault" "$bash/vault" "$zsh/_vault" "$fish/vault.fish" "$man/vault.1" "$man"/vault-*.1
  exit 0
fi

mkdir -p "$bin" "$bash" "$zsh" "$fish" "$man"
# A new file beside the old one, then renamed: a vault that is running keeps its own.
cp "$vault" "$bin/.vault.new"
strip "$bin/.vault.new" 2>/dev/null || true
chmod 755 "$bin/.vault.new"
mv -f "$bin/.vault.new" "$bin/vault"
"$bin/vault" completion bash >"$bash/vault"
"$bin/vault" completion zsh >"$zsh/_vault"
"$bin/vault" completion fish >"$fish/vault.fish"
"$bin/vault" manual "$man"
echo "vault is in $bin; its completions and manual pages are under $prefix/share."
