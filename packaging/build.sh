#!/usr/bin/env bash
# Builds the packages from one program, installs each into an empty place and converts a file with it:
#
#   packaging/build.sh [wheel] [npm] [deb]     (nothing named: all of them; output: target/packages/)
#
# Needs python3 with venv (wheel), node with npm (npm), cargo-deb and dpkg-deb (deb). On Linux x86-64.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/packages"
target=$(cd "$target" && pwd)
packages=$target/packages
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
wanted=("$@")
[ ${#wanted[@]} -gt 0 ] || wanted=(wheel npm deb)

# The program of a package says its version and converts the example of the README.
check() {
    [ "$("$1" --version)" = "turnwise $version" ]
    "$1" convert --to anthropic examples/weather.openai.jsonl > "$scratch/out" 2> "$scratch/err"
    [ "$(wc -l < "$scratch/out")" -eq 3 ]
    grep -q '^converted 3 conversations from openai to anthropic' "$scratch/err"
    "$1" validate - < "$scratch/out" > /dev/null
}

wheel() {
    python3 -m venv "$scratch/build"
    "$scratch/build/bin/pip" install --quiet 'maturin>=1.9,<2'
    PATH="$scratch/build/bin:$PATH" maturin build --quiet --locked --release --out "$packages"
    python3 -m venv "$scratch/wheel"
    "$scratch/wheel/bin/pip" install --quiet --no-index "$packages/turnwise_cli-$version"-*.whl
    check "$scratch/wheel/bin/turnwise"
}

npm_archives() {
    mkdir -p "$scratch/main/bin" "$scratch/platform/bin" "$scratch/npm"
    sed "s/VERSION/$version/" packaging/npm/package.json > "$scratch/main/package.json"
    sed "s/VERSION/$version/" packaging/npm/platform.json > "$scratch/platform/package.json"
    install -m 755 packaging/npm/turnwise.js "$scratch/main/bin/"
    install -m 755 "$target/release/turnwise" "$scratch/platform/bin/"
    cp README.md LICENSE* "$scratch/main/"
    cp LICENSE* "$scratch/platform/"
    npm pack --silent --pack-destination "$packages" "$scratch/main" "$scratch/platform" > /dev/null
    (cd "$scratch/npm" && echo '{"private":true}' > package.json \
        && npm install --silent --offline --no-audit --no-fund "$packages/turnwise-cli-linux-x64-$version.tgz" "$packages/turnwise-$version.tgz")
    check "$scratch/npm/node_modules/.bin/turnwise"
    # Exit codes, pipes and broken pipes pass through.
    local code=0
    echo '{"messages":[{"role":"usr","content":"x"}]}' | "$scratch/npm/node_modules/.bin/turnwise" validate --from openai - > /dev/null || code=$?
    [ "$code" -eq 1 ]
}

deb() {
    local package=$packages/turnwise_$version-1_amd64.deb
    cargo deb --quiet --locked --no-build --output "$package"
    dpkg-deb --extract "$package" "$scratch/deb"
    cmp "$target/release/turnwise" "$scratch/deb/usr/bin/turnwise"
    check "$scratch/deb/usr/bin/turnwise"
    [ -e "$scratch/deb/usr/share/man/man1/turnwise.1.gz" ]
    [ "$(dpkg-deb --field "$package" Description | wc -l)" -lt 10 ]
}

cargo build --locked --release
for package in "${wanted[@]}"; do
    case $package in
        wheel) wheel ;;
        npm) npm_archives ;;
        deb) deb ;;
        *) echo "no such package: $package" >&2 && exit 2 ;;
    esac
    printf '%s: built, installed, converts\n' "$package"
done
