//! Temporary files are removed when a signal ends the run.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Watches for signals from now on. Called before the first temporary file is made.
pub(crate) fn watch() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without the watch a signal still ends the program; only the temporary file stays.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                turnwise::stream::remove_temporaries();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}
