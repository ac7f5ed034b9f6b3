//! The one integration binary. Each file says what it proves.

mod battery;
mod codes;
mod commands;
mod conserve;
mod fixtures;
mod floors;
mod json;
mod matrix;
mod random;
mod readme;
mod robustness;
mod rules;
mod threads;
