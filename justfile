# What can be done here. `just` lists it.
_default:
    @just --list

# Everything that must hold before a change is merged
check:
    bash .ci/run

# All tests
test:
    cargo test --locked

# Renew golden files, tables, completions and manual pages; read the difference before you commit it
accept:
    UPDATE=1 cargo test --locked

# Speed of each stage, and CPU time of turnwise and other programs as ratios to `cat`
bench *args:
    cargo bench --locked --bench throughput
    cargo build --locked --release
    python3 benches/peers/run.py --binary target/release/turnwise {{args}}

# Instructions a byte, compared with benches/instructions/limits.txt
instructions *args:
    cargo build --locked --release
    python3 benches/instructions/run.py --binary target/release/turnwise {{args}}

# A program that is quick to build, also after a change: target/quick/turnwise
quick:
    cargo build --locked --profile quick

# What is promised, tried: a table (with --write it goes into docs/reliability.md)
reliability *args:
    python3 tests/reliability.py {{args}}

# Seeds for the fuzz targets, and one of them for some seconds: `just fuzz scanner 60` (needs cargo-fuzz and nightly)
fuzz target seconds="60":
    TURNWISE_CORPUS="$PWD/fuzz/corpus" cargo test --quiet --locked --test it seeds_are_written
    cargo +nightly fuzz run -s none {{target}} -- -max_total_time={{seconds}} -max_len=4096 -timeout=10

# Lines that the tests run (needs cargo-llvm-cov)
coverage:
    LLVM_PROFILE_FILE_NAME='turnwise-%8m.profraw' TURNWISE_ROUNDS=1 CARGO_INCREMENTAL=0 cargo llvm-cov --locked --summary-only

# Changes of the code that the tests notice: a sample (needs cargo-mutants; Python: tree-sitter, tree-sitter-rust)
mutants *args:
    python3 tests/mutation/run.py {{args}}
