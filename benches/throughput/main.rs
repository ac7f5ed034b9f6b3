//! How fast it is: stages inside this process, whole commands as children, and yardsticks next to them.
//!
//! `cargo bench` makes its corpora from a fixed seed in a temporary folder and prints one table for each. Machines and
//! neighbours differ, so the columns that count are ratios: CPU time over that of `cat FILE > /dev/null`.
//!
//! ```text
//! cargo bench                          all corpora, 64 MB each, the middle of 5 runs
//! cargo bench -- --quick               8 MB each, 1 run
//! cargo bench -- --mb 16 --runs 3 chat esc
//! cargo bench -- --make DIR chat       only writes the corpus, for a profiler
//! ```
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::wildcard_enum_match_arm,
    unreachable_pub,
    reason = "a program for developers that fails loudly, and is no library"
)]

mod child;
mod corpus;
mod stages;

use std::path::{Path, PathBuf};

use child::Cost;
use corpus::{Corpus, KINDS, Kind};
use stages::{STAGES, Stage};

const BINARY: &str = env!("CARGO_BIN_EXE_turnwise");

/// How often `cat` gets the file: one pass alone is over before it can be measured.
const CATS: usize = 20;

struct Options {
    bytes: usize,
    runs: usize,
    names: Vec<String>,
    folder: Option<PathBuf>,
}

impl Options {
    fn parse() -> Self {
        let mut options = Self { bytes: 64_000_000, runs: 5, names: Vec::new(), folder: None };
        let mut is_bench = false;
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
            match argument.as_str() {
                "--bench" => is_bench = true,
                "--quick" => (options.bytes, options.runs) = (8_000_000, 1),
                "--mb" => options.bytes = value().parse::<usize>().expect("--mb: a number") * 1_000_000,
                "--runs" => options.runs = value().parse().expect("--runs: a number"),
                "--make" => options.folder = Some(value().into()),
                "--test" => is_bench = false,
                name => options.names.push(name.to_owned()),
            }
        }
        // `cargo test --benches` only wants to see it run; `cargo bench` says `--bench`.
        if !is_bench {
            (options.bytes, options.runs) = (200_000, 1);
        }
        options
    }

    fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| wanted == name)
    }
}

fn main() {
    let options = Options::parse();
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = options.folder.as_deref().unwrap_or(temporary.path());
    std::fs::create_dir_all(folder).expect("a folder for the corpora");
    for (kind, name) in KINDS {
        if !options.wants(name) {
            continue;
        }
        let corpus = Corpus::make(kind, name, options.bytes, folder).expect("a corpus written to the folder");
        let longest = corpus.records.iter().map(String::len).max().unwrap_or(0);
        let (megabytes, count) = (mega(corpus.bytes), corpus.records.len());
        println!("\n{name}: {megabytes:.1} MB, {count} records, the longest {:.3} MB", mega(longest));
        if options.folder.is_none() {
            measure(kind, &corpus, options.runs);
            std::fs::remove_file(&corpus.path).expect("the corpus removed");
        }
    }
}

/// The commands on event logs.
fn measure_log(corpus: &Corpus, runs: usize) {
    let (path, megabytes) = (corpus.path.as_path(), mega(corpus.bytes));
    let cat = child::median(runs, || child::run("cat", &[], &[path; CATS]));
    let cat = Cost { wall: cat.wall / CATS as f64, cpu: cat.cpu / CATS as f64, ..cat };
    println!("  {:<28}{:>8} {:>9} {:>9} {:>9} {:>9}", "command", "MB/s", "CPU ms", "wall ms", "peak MB", "÷ cat");
    for (name, arguments) in [
        ("compact --level deltas", ["compact", "-q", "--level=deltas"].as_slice()),
        ("compact", &["compact", "-q"]),
        ("replay", &["replay", "-q"]),
    ] {
        row(name, command(arguments, "1", path, runs), cat, megabytes);
    }
}

fn measure(kind: Kind, corpus: &Corpus, runs: usize) {
    if kind == Kind::Events {
        return measure_log(corpus, runs);
    }
    let megabytes = mega(corpus.bytes);
    let mut written = 0.0;
    for (name, stage) in STAGES {
        let seconds = stages::seconds(stage, &corpus.records, runs);
        match stage {
            Stage::Written => written = seconds,
            Stage::Serde => {
                println!("  {name:<28}{:>8.0} MB/s   {:.1} x the time", megabytes / seconds, seconds / written);
            }
            Stage::Utf8 | Stage::Tape | Stage::Model => {}
        }
        if stage != Stage::Serde {
            println!("  {name:<28}{:>8.0} MB/s", megabytes / seconds);
        }
    }
    let path = corpus.path.as_path();
    let cat = child::median(runs, || child::run("cat", &[], &[path; CATS]));
    let cat = Cost { wall: cat.wall / CATS as f64, cpu: cat.cpu / CATS as f64, ..cat };
    println!("  {:<28}{:>8} {:>9} {:>9} {:>9} {:>9}", "command", "MB/s", "CPU ms", "wall ms", "peak MB", "÷ cat");
    row("cat FILE > /dev/null", cat, cat, megabytes);
    if kind == Kind::Media {
        measure_media(path, cat, megabytes, runs);
    }
    let mut validate = 0.0;
    for (name, arguments) in [
        ("convert to anthropic", ["convert", "-qt", "anthropic"]),
        ("convert to openai", ["convert", "-qt", "openai"]),
        ("validate", ["validate", "-q", "--exit-zero"]),
        ("stats", ["stats", "-q", "--json"]),
    ] {
        let one = command(&arguments, "1", path, runs);
        let two = command(&arguments, "2", path, runs);
        row(&format!("{name} -j1"), one, cat, megabytes);
        row(&format!("{name} -j2"), two, cat, megabytes);
        println!("  {:<28}{:>8.2} x as fast with two threads", "", one.wall / two.wall);
        match name {
            "validate" => validate = one.cpu,
            "stats" => println!("  {:<28}{:>8.2} x the CPU time of validate", "", one.cpu / validate),
            _ => {}
        }
        if kind == Kind::Line {
            #[allow(clippy::cast_precision_loss, reason = "memory in bytes has far fewer than 52 bits")]
            let lines = one.peak as f64 / corpus.bytes as f64;
            println!("  {:<28}{lines:>8.2} x the line in memory", "");
        }
    }
    if kind == Kind::Chat {
        measure_diff(corpus, cat, megabytes, runs);
    }
}

/// Two files of which every hundredth record differs in a word, and what git says to them.
fn measure_diff(corpus: &Corpus, cat: Cost, megabytes: f64, runs: usize) {
    let other = corpus.path.with_extension("edited.jsonl");
    let mut text = String::with_capacity(corpus.bytes);
    for (number, record) in corpus.records.iter().enumerate() {
        let is_edited = number % 100 == 0;
        text.push_str(&if is_edited { record.replacen("the ", "one ", 1) } else { record.clone() });
        text.push('\n');
    }
    std::fs::write(&other, text).expect("an edited corpus written to the folder");
    let name = format!("{} records, 1 % edited", corpus.records.len());
    measure_pair(&name, [&corpus.path, &other], cat, megabytes, runs);
    std::fs::remove_file(&other).expect("the edited corpus removed");
    // One long conversation, laid out as people and git like it.
    let messages: Vec<serde_json::Value> =
        corpus.records.iter().flat_map(|record| messages_of(record)).take(10_000).collect();
    let edited: Vec<serde_json::Value> = messages.iter().enumerate().map(|(at, message)| edited(at, message)).collect();
    let folder = corpus.path.parent().unwrap_or(Path::new("."));
    let paths = [folder.join("long.json"), folder.join("long.edited.json")];
    let mut bytes = 0;
    for (path, messages) in paths.iter().zip([&messages, &edited]) {
        let text = serde_json::to_string_pretty(&serde_json::json!({ "messages": messages })).expect("JSON");
        std::fs::write(path, &text).expect("a conversation written to the folder");
        bytes = text.len();
    }
    let name = format!("{} messages, 1 % edited", messages.len());
    let cat = child::median(runs, || child::run("cat", &[], &[paths[0].as_path(); CATS]));
    let cat = Cost { wall: cat.wall / CATS as f64, cpu: cat.cpu / CATS as f64, ..cat };
    measure_pair(&name, [paths[0].as_path(), paths[1].as_path()], cat, mega(bytes), runs);
    for path in &paths {
        std::fs::remove_file(path).expect("a conversation removed");
    }
}

fn messages_of(record: &str) -> Vec<serde_json::Value> {
    let record: serde_json::Value = serde_json::from_str(record).expect("a record is JSON");
    record["messages"].as_array().cloned().unwrap_or_default()
}

/// Every hundredth message says something else.
fn edited(at: usize, message: &serde_json::Value) -> serde_json::Value {
    let mut message = message.clone();
    if at % 100 == 7 {
        message["content"] = format!("{} edited", message["content"].as_str().unwrap_or("new")).into();
    }
    message
}

fn measure_pair(name: &str, files: [&Path; 2], cat: Cost, megabytes: f64, runs: usize) {
    let ours = child::median(runs, || child::differ(BINARY, &["diff", "-q", "--isolated", "-j", "1"], &files));
    let git = child::median(runs, || child::differ("git", &["diff", "--no-index"], &files));
    row(&format!("diff, {name}"), ours, cat, megabytes);
    row("git diff of the same", git, cat, megabytes);
    println!("  {:<28}{:>8.2} x the CPU time of git", "", ours.cpu / git.cpu);
}

/// Media out of conversations and back, and what `base64` needs for the same bytes.
fn measure_media(path: &Path, cat: Cost, megabytes: f64, runs: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (media, light) = (folder.path().join("media"), folder.path().join("light.jsonl"));
    let (media, out) = (media.display().to_string(), light.display().to_string());
    let fresh = ["extract-media", "-q", "--dir", &media, "-o", &out];
    row("extract-media, new files", command(&fresh, "1", path, 1), cat, megabytes);
    row("extract-media, known files", command(&fresh, "1", path, runs), cat, megabytes);
    let back = ["inline-media", "-q", "--offline", "--media-dir", &media];
    row("inline-media", command(&back, "1", &light, runs), cat, megabytes);
    let mut files = std::fs::read_dir(&media).expect("the files");
    let mut all = Vec::new();
    while let Some(Ok(entry)) = files.next() {
        all.extend(std::fs::read(entry.path()).expect("a file that was written"));
    }
    let whole = folder.path().join("whole");
    std::fs::write(&whole, all).expect("a file of all bytes");
    row(
        "base64 -w0 of the same bytes",
        child::median(runs, || child::run("base64", &["-w0"], &[&whole])),
        cat,
        megabytes,
    );
}

fn command(arguments: &[&str], jobs: &str, path: &Path, runs: usize) -> Cost {
    let mut all = arguments.to_vec();
    all.extend(["--isolated", "-j", jobs]);
    child::median(runs, || child::run(BINARY, &all, &[path]))
}

#[allow(clippy::cast_precision_loss, reason = "memory in bytes has far fewer than 52 bits")]
fn row(name: &str, cost: Cost, cat: Cost, megabytes: f64) {
    let (rate, ratio) = (megabytes / cost.cpu, cost.cpu / cat.cpu);
    let (cpu, wall, peak) = (cost.cpu * 1e3, cost.wall * 1e3, cost.peak as f64 / 1e6);
    println!("  {name:<28}{rate:>8.0} {cpu:>9.1} {wall:>9.1} {peak:>9.1} {ratio:>9.1}");
}

#[allow(clippy::cast_precision_loss, reason = "sizes of files have far fewer than 52 bits")]
fn mega(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}
