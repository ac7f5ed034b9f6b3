//! Checks of the body of a request: settings, values of one of several kinds, the batch line, and what a service
//! rejects.

mod batch_line;
mod checks;
mod members;
mod unions;

pub use checks::{check_body, has_misnamed_image};
pub use members::{check_foreign_request, check_request};
