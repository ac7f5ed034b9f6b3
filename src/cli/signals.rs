//! Temporary files are removed when a signal ends the run.

/// Watches for signals from now on. Must be called before the first temporary file is created.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without the watch, a signal still ends the program; only the temporary file remains.
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
        let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                turnwise::stream::remove_temporaries();
                // The default action of these signals ends the process here.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

/// True if the parent process requested that the signal be ignored (`nohup`, a background job). Only Linux reports
/// this.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    signal > 0 && mask.checked_shr(signal.unsigned_abs() - 1).is_some_and(|bits| bits & 1 == 1)
}

/// On other systems, the temporary file of an interrupted run remains; it never has the final name.
#[cfg(not(unix))]
pub(crate) fn watch() {}
