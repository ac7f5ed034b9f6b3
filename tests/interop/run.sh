#!/bin/sh
# Builds turnwise, puts the libraries into target/interop and runs the suite. Arguments go to run.py.
set -eu
cd "$(dirname "$0")/../.."
cargo build --quiet
if [ ! -x target/interop/bin/python ]; then
    python3 -m venv target/interop
    target/interop/bin/pip install --quiet -r tests/interop/requirements.txt
fi
exec target/interop/bin/python tests/interop/run.py "$@"
