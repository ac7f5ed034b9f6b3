#!/usr/bin/env bash
# Builds the packages of this system from one program, installs each into an empty place and converts a file with it:
#
#   packaging/build.sh [binary] [wheel] [npm] [deb]     (nothing named: all of them; output: target/packages/)
#
# Needs python3 with venv (wheel), node with npm (npm), cargo-deb and dpkg-deb (deb). On Linux and macOS, x86-64 and arm64.
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
[ ${#wanted[@]} -gt 0 ] || wanted=(binary wheel npm deb)
rust_target=$(rustc -vV | sed -n 's/^host: //p')
case $rust_target in
    x86_64-*-linux-gnu) system=linux cpu=x64 ;;
    aarch64-*-linux-gnu) system=linux cpu=arm64 ;;
    x86_64-apple-darwin) system=darwin cpu=x64 ;;
    aarch64-apple-darwin) system=darwin cpu=arm64 ;;
    *) echo "no packages for $rust_target" >&2 && exit 2 ;;
esac

# The program of a package says its version and converts the example of the README.
check() {
    [ "$("$1" --version)" = "turnwise $version" ]
    "$1" convert --to anthropic examples/weather.openai.jsonl > "$scratch/out" 2> "$scratch/err"
    [ "$(wc -l < "$scratch/out")" -eq 3 ]
    grep -q '^turnwise: converted 3 conversations from openai to anthropic' "$scratch/err"
    "$1" validate - < "$scratch/out" > /dev/null
}

# An archive with the program, its manual pages and completions, as action.yml and cargo-binstall expect it.
binary() {
    local folder=$scratch/turnwise-$rust_target
    mkdir -p "$folder"
    install -m 755 "$target/release/turnwise" "$folder/"
    cp -R README.md LICENSE* man completions "$folder/"
    tar -czf "$packages/turnwise-$rust_target.tgz" -C "$scratch" "turnwise-$rust_target"
    mkdir "$scratch/binary"
    tar -xzf "$packages/turnwise-$rust_target.tgz" -C "$scratch/binary" --strip-components 1
    check "$scratch/binary/turnwise"
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
    # Where the registry proves the origin of a package, it compares the repository.
    local repository='/"repository"/d'
    [ -z "${GITHUB_REPOSITORY:-}" ] || repository="s|REPOSITORY|git+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git|"
    sed -e "s/VERSION/$version/" -e "$repository" packaging/npm/package.json > "$scratch/main/package.json"
    # npm skips a package with `libc` on every system but Linux.
    local libc=
    [ "$system" = linux ] || libc='/"libc"/d'
    sed -e "s/VERSION/$version/; s/SYSTEM/$system/g; s/CPU/$cpu/g" -e "$repository" -e "$libc" \
        packaging/npm/platform.json > "$scratch/platform/package.json"
    install -m 755 packaging/npm/turnwise.js "$scratch/main/bin/"
    install -m 755 "$target/release/turnwise" "$scratch/platform/bin/"
    cp README.md LICENSE* "$scratch/main/"
    cp LICENSE* "$scratch/platform/"
    npm pack --silent --pack-destination "$packages" "$scratch/main" "$scratch/platform" > /dev/null
    (cd "$scratch/npm" && echo '{"private":true}' > package.json \
        && npm install --silent --offline --no-audit --no-fund "$packages/turnwise-cli-$system-$cpu-$version.tgz" "$packages/turnwise-$version.tgz")
    check "$scratch/npm/node_modules/.bin/turnwise"
    # Exit codes, pipes and broken pipes pass through.
    local code=0
    echo '{"messages":[{"role":"usr","content":"x"}]}' | "$scratch/npm/node_modules/.bin/turnwise" validate --from openai - > /dev/null || code=$?
    [ "$code" -eq 1 ]
}

deb() {
    local package
    package=$packages/turnwise_$version-1_$(dpkg --print-architecture).deb
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
        binary) binary ;;
        wheel) wheel ;;
        npm) npm_archives ;;
        deb) deb ;;
        *) echo "no such package: $package" >&2 && exit 2 ;;
    esac
    printf '%s: built, installed, converts\n' "$package"
done
