//! Floor 1: what there is to say about an input. Codes, diagnostics, and one report that collects them.
//!
//! Nothing here prints, and nothing here knows the model.

mod code;
mod diagnostic;
pub mod loss;
mod refused;
mod report;
pub mod shape;
pub mod syntax;

pub use code::{Code, Kind, Severity};
pub use diagnostic::{Diagnostic, Location};
pub use refused::Refused;
pub use report::{Count, Report, Start};
