//! Temporary files are removed when a signal ends the run.

/// Watches for signals from now on. Called before the first temporary file is made.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without the watch a signal still ends the program; only the temporary file stays.
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                turnwise::stream::remove_temporaries();
                // The default action of these signals ends the process here.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

/// Elsewhere the temporary file of an interrupted run stays; it never has the final name.
#[cfg(not(unix))]
pub(crate) fn watch() {}
