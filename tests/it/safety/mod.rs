//! Hostile and odd inputs, faults of the system, secrets: nothing is lost, nothing gets out.

pub mod faults;
pub mod fuzz;
#[cfg(feature = "network")]
pub mod hostile;
pub mod hostile_logs;
pub mod json;
pub mod many_branches;
pub mod robustness;
pub mod secrets;
#[cfg(target_os = "linux")]
pub mod watch;
pub mod zip;
