//! The corpora and measurements are to come.
fn main() {}
