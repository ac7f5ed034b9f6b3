//! The tables in README.md are current, and its commands print what it says.

use std::fmt::Write as _;
use std::fs;
use std::sync::Mutex;

use turnwise::format::{FORMATS, Fact};
use turnwise::model::MediaKind;
use turnwise::op::explain::codes;

use crate::commands::run;
use crate::fixtures::path;

/// Both tests write the file when it is renewed.
static TURN: Mutex<()> = Mutex::new(());

/// The commands run beside a copy of `examples/`. Both streams are one, as on a terminal.
#[test]
fn commands_print_what_it_says() {
    let _turn = TURN.lock();
    let folder = tempfile::tempdir().unwrap();
    let examples = folder.path().join("examples");
    fs::create_dir(&examples).unwrap();
    for entry in fs::read_dir(path("examples")).unwrap() {
        let from = entry.unwrap().path();
        fs::copy(&from, examples.join(from.file_name().unwrap())).unwrap();
    }
    run(&path("README.md"), folder.path(), "exec 2>&1; ");
}

fn between(name: &str, fresh: &str) {
    let file = path("README.md");
    let text = fs::read_to_string(&file).unwrap();
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let from = text.find(&begin).unwrap_or_else(|| panic!("README.md has no {begin}")) + begin.len();
    let to = text.find(&end).unwrap_or_else(|| panic!("README.md has no {end}"));
    if std::env::var_os("UPDATE").is_some() {
        let new = format!("{}\n\n{fresh}\n{}", &text[..from], &text[to..]);
        fs::write(file, new).unwrap();
        return;
    }
    assert!(text[from..to].trim() == fresh.trim(), "the {name} of README.md are stale: run `just accept`");
}

#[test]
fn tables_are_current() {
    let _turn = TURN.lock();
    let mut table = String::from("| |");
    for format in FORMATS {
        let _ = write!(table, " {} |", format.name);
    }
    let _ = write!(table, "\n|---|{}\n", "---|".repeat(FORMATS.len()));
    let mut row = |head: &str, cell: &dyn Fn(&turnwise::format::Format) -> String| {
        let cells: Vec<_> = FORMATS.iter().map(|format| cell(format)).collect();
        let _ = writeln!(table, "| {head} | {} |", cells.join(" | "));
    };
    row("read", &|_| "yes".to_owned());
    row("write", &|format| if format.can_write() { "yes".to_owned() } else { String::new() });
    for (fact, name) in Fact::ALL {
        row(name, &|format| format.policy.answer(*fact).cell());
    }
    for kind in MediaKind::ALL {
        row(kind.word(), &|format| format.policy.media_answer(*kind).cell());
    }
    let mut list = String::new();
    for code in codes() {
        let _ = writeln!(list, "- [`{0}`](docs/codes/{0}.md) {1}: {2}", code.id, code.name, code.summary);
    }
    // One test for all tables: two would write the same file at once.
    between("formats", &table);
    between("codes", &list);
}
