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

# Speed of each stage
bench:
    cargo bench --locked --bench throughput

# The program as it is shipped: target/dist/turnwise
dist:
    cargo build --locked --profile dist
