//! Small inputs that stand for classes: `tests/fixtures/cases/`, and variants of them.

mod dialects;
mod services;
