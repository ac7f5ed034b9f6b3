#!/usr/bin/env bash
# Builds the program twice, from two clones in different folders, and compares the two:
#
#   packaging/reproduce.sh     (prints the hash; exit code 1 if the programs differ)
#
# The same commit, compiler and C compiler give the same bytes. Paths of the machine are replaced in both.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cargo_home=${CARGO_HOME:-$HOME/.cargo}
rust=$(rustc --print sysroot)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

build() {
    local folder=$scratch/$1/source
    git clone --quiet . "$folder"
    local maps=("$folder=/turnwise" "$cargo_home=/cargo" "$rust=/rust")
    RUSTFLAGS=$(printf -- '--remap-path-prefix=%s ' "${maps[@]}") \
        CFLAGS=$(printf -- '-ffile-prefix-map=%s ' "${maps[@]}") \
        CARGO_TARGET_DIR=$folder/target cargo build --quiet --locked --release --manifest-path "$folder/Cargo.toml"
    sha256sum < "$folder/target/release/turnwise" | cut -d ' ' -f 1
    rm -rf "$folder/target"
}

first=$(build one)
second=$(build another/place)
printf '%s\n%s\n' "$first" "$second"
[ "$first" = "$second" ]
