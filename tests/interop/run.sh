#!/bin/sh
# Builds turnwise, puts the libraries into target/interop and runs the suite. Arguments go to run.py.
set -eu
cd "$(dirname "$0")/../.."
cargo build --quiet
if [ ! -x target/interop/bin/python ]; then
    python3 -m venv target/interop
    tests/interop/install.sh "$PWD/target/interop/bin/python"
fi
target/interop/bin/python tests/interop/made.py
target/interop/bin/python tests/interop/claims_keprompt.py
target/interop/bin/python tests/interop/claims_patterpunk.py
npm install --prefix target/ag-ui --no-audit --no-fund --silent @ag-ui/client@1.0.0
target/interop/bin/python tests/interop/claims_ag_ui.py
npm install --prefix target/langchain --no-audit --no-fund --silent @langchain/core@1.4.0
target/interop/bin/python tests/interop/langchain.py --node target/langchain
npm install --prefix target/ai-sdk --no-audit --no-fund --silent ai4@npm:ai@4.3.19 ai5@npm:ai@5.0.277 ai6@npm:ai@6.0.326 \
    ai7@npm:ai@7.0.173 zod@3.25.76
target/interop/bin/python tests/interop/ai_sdk.py
target/interop/bin/python tests/interop/forms.py
target/interop/bin/python tests/interop/hooks.py
target/interop/bin/python tests/interop/chat_text.py
target/interop/bin/python tests/interop/schemas.py
target/interop/bin/python tests/interop/request_types.py
target/interop/bin/python tests/interop/trainers.py
target/interop/bin/python tests/interop/hf.py
target/interop/bin/python tests/interop/page_claims.py
target/interop/bin/python tests/interop/llamafactory_v1.py
target/interop/bin/python tests/interop/mutants.py
exec target/interop/bin/python tests/interop/run.py "$@"
