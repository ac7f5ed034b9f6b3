#!/usr/bin/env bash
# Completes a folder that has the packages of all systems (packaging/build.sh on each of them), before it is published:
#
#   packaging/release.sh v1.2.3 FOLDER NOTES
#
# Fails if the tag is not the version of Cargo.toml, or a package is missing. Adds the software bill of materials and checksums to
# the folder, and writes the version's section of CHANGELOG.md to NOTES. Needs python3 3.11 and cargo.
set -euo pipefail

tag=$1 folder=$2 notes=$3
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/Cargo.toml" | head -1)

fail() {
    printf 'failed: %s\n' "$1" >&2
    exit 1
}

[ "$tag" = "v$version" ] || fail "the tag is $tag, the version $version"
awk -v heading="## $version" '/^## / { inside = $0 == heading || index($0, heading " ") == 1; next } inside' \
    "$source/CHANGELOG.md" > "$notes"
grep -q . "$notes" || fail "CHANGELOG.md has no section $version"

for package in \
    turnwise-{x86_64,aarch64}-{unknown-linux-gnu,apple-darwin}.tgz \
    turnwise-"$version".tgz turnwise-cli-{linux,darwin}-{x64,arm64}-"$version".tgz \
    turnwise_cli-"$version"-py3-none-{manylinux_*_x86_64,manylinux_*_aarch64,macosx_*_x86_64,macosx_*_arm64}.whl \
    turnwise_"$version"-1_{amd64,arm64}.deb; do
    compgen -G "$folder/$package" > "$notes.found" || fail "$folder has no $package"
done
rm "$notes.found"

python3 "$source/packaging/sbom.py" > "$folder/turnwise.cdx.json"
cd "$folder"
shasum -a 256 -- *.* > SHA256SUMS
