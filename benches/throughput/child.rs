//! Runs a program and says what it cost: CPU time and peak memory, read from `/proc` while it runs.
//!
//! Elsewhere than on Linux there is only the time on the wall.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub wall: f64,
    /// Seconds of all threads; the time on the wall where `/proc` says nothing.
    pub cpu: f64,
    /// Bytes in memory at most; 0 if unknown.
    pub peak: u64,
}

/// Runs a program to its end, output thrown away.
pub fn run(program: &str, arguments: &[&str], files: &[&Path]) -> Cost {
    ending(program, arguments, files, 0)
}

/// Runs a program that finds two files different, which it says with its exit code.
pub fn differ(program: &str, arguments: &[&str], files: &[&Path]) -> Cost {
    ending(program, arguments, files, 1)
}

fn ending(program: &str, arguments: &[&str], files: &[&Path], code: i32) -> Cost {
    let mut command = Command::new(program);
    command.args(arguments).args(files).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {program}: {error}"));
    let folder = format!("/proc/{}", child.id());
    let mut threads = HashMap::new();
    let mut peak = 0;
    let mut wall = None;
    // Not waited for, it stays as a zombie whose times can still be read.
    while Path::new(&folder).exists() && wall.is_none() {
        let state = std::fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        if state.contains("State:\tZ") {
            wall = Some(start.elapsed());
        }
        peak = field(&state, "VmHWM:").unwrap_or(peak);
        read_threads(&folder, &mut threads);
        if wall.is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    let status = child.wait().unwrap_or_else(|error| panic!("cannot wait for {program}: {error}"));
    assert!(status.code() == Some(code), "{program} {arguments:?} ended with {status}");
    let wall = wall.unwrap_or_else(|| start.elapsed()).as_secs_f64();
    let nanoseconds: u64 = threads.values().sum();
    let cpu = if nanoseconds == 0 { wall } else { Duration::from_nanos(nanoseconds).as_secs_f64() };
    Cost { wall, cpu, peak: peak * 1024 }
}

/// Nanoseconds on a CPU of every thread that was ever seen.
fn read_threads(folder: &str, threads: &mut HashMap<std::ffi::OsString, u64>) {
    let Ok(entries) = std::fs::read_dir(format!("{folder}/task")) else { return };
    for entry in entries.flatten() {
        let times = std::fs::read_to_string(entry.path().join("schedstat")).unwrap_or_default();
        if let Some(time) = times.split(' ').next().and_then(|time| time.parse().ok()) {
            threads.insert(entry.file_name(), time);
        }
    }
}

fn field(status: &str, name: &str) -> Option<u64> {
    status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

/// The run in the middle of several, by CPU time; the peak is the highest.
pub fn median(runs: usize, mut run: impl FnMut() -> Cost) -> Cost {
    let mut costs: Vec<Cost> = (0..runs.max(1)).map(|_| run()).collect();
    costs.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
    let peak = costs.iter().map(|cost| cost.peak).max().unwrap_or(0);
    Cost { peak, ..costs.get(costs.len() / 2).copied().unwrap_or_default() }
}
