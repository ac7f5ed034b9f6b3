//! The tables in README.md are current.

use std::fmt::Write as _;

use turnwise::format::{FORMATS, Feature};
use turnwise::model::MediaKind;
use turnwise::op::explain::codes;

use crate::fixtures::path;

fn between(name: &str, fresh: &str) {
    let file = path("README.md");
    let text = std::fs::read_to_string(&file).unwrap();
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let from = text.find(&begin).unwrap_or_else(|| panic!("README.md has no {begin}")) + begin.len();
    let to = text.find(&end).unwrap_or_else(|| panic!("README.md has no {end}"));
    if std::env::var_os("UPDATE").is_some() {
        let new = format!("{}\n\n{fresh}\n{}", &text[..from], &text[to..]);
        std::fs::write(file, new).unwrap();
        return;
    }
    assert!(text[from..to].trim() == fresh.trim(), "the {name} of README.md are stale: run `just accept`");
}

#[test]
fn tables_are_current() {
    let mut table = String::from("| |");
    for format in FORMATS {
        let _ = write!(table, " {} |", format.name);
    }
    let _ = write!(table, "\n|---|{}\n", "---|".repeat(FORMATS.len()));
    let mut row = |head: &str, cell: &dyn Fn(&turnwise::format::Format) -> bool| {
        let _ = write!(table, "| {head} |");
        for format in FORMATS {
            let _ = write!(table, " {} |", if cell(format) { "yes" } else { "" });
        }
        table.push('\n');
    };
    row("read", &|_| true);
    row("write", &|format| format.write.is_some());
    for (feature, name) in Feature::ALL {
        row(name, &|format| format.support.has(*feature));
    }
    for kind in MediaKind::ALL {
        row(kind.word(), &|format| format.support.media.iter().any(|(known, _)| known == kind));
    }
    let mut list = String::new();
    for code in codes() {
        let _ = writeln!(list, "- `{}` {}: {}", code.id, code.name, code.summary);
    }
    // One test for all tables: two would write the same file at once.
    between("formats", &table);
    between("codes", &list);
}
