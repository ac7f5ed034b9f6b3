#!/usr/bin/env bash
# Applies each patch of this folder to a copy of HEAD and runs the invariants, which must fail: a table shows which invariant found what.
# Exit code 1: a patch does not apply, does not compile, or is found by no invariant.
#
#   tests/breaks/run.sh [NAME…]        only the patches tests/breaks/NAME.patch
#
# The invariants, and no golden files, no examples: what a reader holds, what a conversion keeps or names, and in which order; what show prints.
set -uo pipefail

invariants=(readers:: matrix:: show_facts::)
folder=$(cd "$(dirname "$0")" && pwd)
root=$(git -C "$folder" rev-parse --show-toplevel)
copy=$(mktemp -d "${TMPDIR:-/tmp}/turnwise-breaks.XXXXXX")
trap 'git -C "$root" worktree remove --force "$copy/tree" >/dev/null 2>&1; rm -rf "$copy"' EXIT
git -C "$root" worktree add --quiet --detach "$copy/tree" HEAD || exit 1

# One folder for all of them: only what a patch touches is compiled again. Golden files are renewed, so they find nothing.
export CARGO_TARGET_DIR=${BREAKS_TARGET_DIR:-$root/target/breaks} CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_DEBUG=0
export UPDATE=1 RUST_BACKTRACE=0

check() {
    (cd "$copy/tree" && cargo test --quiet --test it -- "${invariants[@]}") >"$copy/log" 2>&1
}

# The first leaf, fact or place that an invariant reports.
first_finding() {
    grep -aE -A1 '^[a-z-]+/[^ ]+( /|: \[| ->)' "$copy/log" | head -2 | tr -s '\n ' '  ' |
        sed -E 's/vanished in silence: //; s/^([a-z-]+\/[^ ]+ \/[^ ]+: [^ ]*).*/\1/' | cut -c1-150
}

if ! check; then
    tail -20 "$copy/log"
    echo "the invariants fail without a patch" >&2
    exit 1
fi

names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(cd "$folder" && ls -- *.patch | sed 's/\.patch$//')
failed=0
printf '%-26s %-32s %s\n' break 'found by' 'first finding'
for name in "${names[@]}"; do
    git -C "$copy/tree" checkout --quiet --force . && git -C "$copy/tree" clean -qfd
    if ! git -C "$copy/tree" apply -C1 --recount "$folder/$name.patch" 2>"$copy/log"; then
        found='DOES NOT APPLY'
        failed=1
    elif check; then
        found='NOTHING'
        failed=1
    elif grep -qaE '^error(\[|: could not compile)' "$copy/log" && ! grep -qa 'test result' "$copy/log"; then
        found='DOES NOT COMPILE'
        failed=1
    else
        found=$(grep -aoE '^    [a-z_]+::[a-z_]+$' "$copy/log" | sort -u | sed -E 's/^ +//; s/matrix::.*/conservation/; s/show_facts::.*/show/; s/readers::readers_(hold|keep_the)_(every_)?/readers, /' | sort -u | paste -sd+ | sed 's/+/ + /g')
    fi
    printf '%-26s %-32s %s\n' "$name" "$found" "$(first_finding)"
done
exit $failed
