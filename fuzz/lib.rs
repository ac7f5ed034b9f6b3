//! The checks that the fuzz targets run.

#[path = "checks/mod.rs"]
mod checks;

/// Runs the check with this name.
///
/// # Panics
/// The property does not hold, or no check has this name.
pub fn run(name: &str, data: &[u8]) {
    let check = checks::CHECKS.iter().find(|check| check.name == name).expect("the target is a check");
    (check.run)(data);
}
