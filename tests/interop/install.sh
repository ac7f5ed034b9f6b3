#!/bin/sh
# Puts the libraries into the virtual environment of this Python: install.sh target/interop/bin/python
set -eu
cd "$(dirname "$0")"
"$1" -m pip install --no-compile --quiet --disable-pip-version-check -r requirements.txt
# Its history is two modules that run on any Python and need pydantic alone; the package wants 3.13 and half a hundred others.
"$1" -m pip install --no-compile --quiet --disable-pip-version-check --no-deps --ignore-requires-python pickle-bot==1.0.5
# Its chat templates are files; the package wants torch and transformers.
"$1" -m pip install --no-compile --quiet --disable-pip-version-check --no-deps trl==1.16.0
# Trainers: only their source is read (trainers.py), which needs none of what they need.
"$1" -m pip download --quiet --disable-pip-version-check --no-deps --ignore-requires-python \
    --dest "$(dirname "$1")/../wheels" trl==1.16.0 axolotl==0.19.0 llamafactory==0.9.5
