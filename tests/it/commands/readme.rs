//! README.md and docs/: their commands print what they say, their tables are current, their links lead somewhere.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use turnwise::format::{FOREIGN, FORMATS, Fact, FactSupport, Family, Format, TRAINERS, writable};
use turnwise::model::MediaKind;
use turnwise::op::explain::codes;

use crate::commands::transcripts::run;
use crate::fixtures::path;

/// Tests write files when they are renewed, which others read.
static TURN: Mutex<()> = Mutex::new(());

/// The topics of `docs/codes/README.md`, each with the first number of its codes.
const TOPICS: &[(u16, &str)] = &[
    (1, "JSON and files"),
    (101, "Shape of a format"),
    (201, "Conversations of every format"),
    (301, "Losses: dropped"),
    (334, "Losses: changed"),
    (370, "Losses: generated"),
    (390, "Rejected"),
    (500, "anthropic"),
    (520, "openai"),
    (540, "patterpunk"),
    (560, "sharegpt"),
    (580, "openai-responses"),
    (600, "gemini"),
    (620, "bedrock"),
    (640, "picklebot"),
    (660, "lionpride"),
    (680, "AG-UI: events"),
    (780, "AG-UI: replay, compact and lineage"),
    (800, "keprompt: messages and chats"),
    (830, "keprompt: programs"),
    (870, "keprompt: a chat beside its program"),
    (880, "Ids"),
    (900, "diff"),
    (910, "Media files"),
    (940, "atif"),
    (960, "Sessions"),
];

/// README.md and all pages of docs/ but those of single codes, which `explain` and its tests cover.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = vec![path("README.md"), path("docs/codes/README.md")];
    for folder in ["docs", "docs/ecosystems", "docs/recipes"] {
        let entries = fs::read_dir(path(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(entries.filter(|file| file.extension().is_some_and(|end| end == "md")));
    }
    pages.sort();
    pages
}

/// The commands run next to a copy of `examples/`. Both streams are one, as on a terminal.
#[test]
fn commands_print_what_it_says() {
    let _turn = TURN.lock();
    for page in pages() {
        let folder = tempfile::tempdir().unwrap();
        let examples = folder.path().join("examples");
        fs::create_dir(&examples).unwrap();
        for entry in fs::read_dir(path("examples")).unwrap() {
            let from = entry.unwrap().path();
            fs::copy(&from, examples.join(from.file_name().unwrap())).unwrap();
        }
        run(&page, folder.path(), "exec 2>&1; ");
    }
}

#[test]
fn the_readme_is_short_and_names_every_command() {
    let _turn = TURN.lock();
    let readme = fs::read_to_string(path("README.md")).unwrap();
    let lines = readme.lines().count();
    assert!(lines <= 200, "README.md has {lines} lines, at most 200 are allowed");
    let count = format!("in {} formats:", FORMATS.len());
    assert!(readme.contains(&count), "README.md does not say: {count}");
    let help = Command::new(env!("CARGO_BIN_EXE_turnwise")).arg("-h").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let commands = help.lines().take_while(|line| *line != "Options:").filter(|line| line.starts_with("  "));
    for name in commands.filter_map(|line| line.split_whitespace().next()) {
        assert!(readme.contains(&format!("`{name}`")), "README.md does not name the command {name}");
    }
}

/// The comparison with other tools is that of docs/why.md, which `tests/interop/why.py` measures.
#[test]
fn the_comparison_is_the_measured_one() {
    let _turn = TURN.lock();
    let [readme, page] = ["README.md", "docs/why.md"].map(|name| fs::read_to_string(path(name)).unwrap());
    let shown = readme.lines().skip_while(|line| !line.starts_with("| in the source |"));
    let shown: Vec<_> = shown.take_while(|line| line.starts_with('|')).collect();
    assert!(shown.len() > 6, "README.md compares {} rows", shown.len());
    for row in shown {
        assert!(page.lines().any(|line| line == row), "docs/why.md does not have: {row}");
    }
}

/// Links to files. Those to headings in another page are checked too.
#[test]
fn links_lead_somewhere() {
    let _turn = TURN.lock();
    for page in pages().into_iter().chain([path("ARCHITECTURE.md"), path("CONTRIBUTING.md"), path("SECURITY.md")]) {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: there is no {link}", page.display());
            assert!(
                heading.is_empty() || anchors(&target).any(|it| it == heading),
                "{}: there is no {link}",
                page.display()
            );
        }
    }
}

/// The headings of a page, as forges write them in links.
fn anchors(page: &Path) -> impl Iterator<Item = String> {
    let text = fs::read_to_string(page).unwrap();
    let headings: Vec<_> = text.lines().filter(|line| line.starts_with('#')).map(str::to_lowercase).collect();
    headings.into_iter().map(|line| {
        let kept = line.trim_start_matches(['#', ' ']).chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

fn between(page: &str, name: &str, current: &str) {
    let file = path(page);
    let text = fs::read_to_string(&file).unwrap();
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let from = text.find(&begin).unwrap_or_else(|| panic!("{page} has no {begin}")) + begin.len();
    let to = text.find(&end).unwrap_or_else(|| panic!("{page} has no {end}"));
    if std::env::var_os("UPDATE").is_some() {
        let new = format!("{}\n\n{}\n\n{}", &text[..from], current.trim(), &text[to..]);
        fs::write(file, new).unwrap();
        return;
    }
    assert!(text[from..to].trim() == current.trim(), "the {name} of {page} are stale: run `just accept`");
}

#[test]
fn tables_are_current() {
    let _turn = TURN.lock();
    between("README.md", "formats", &families());
    between("docs/formats.md", "overview", &overview());
    between("docs/formats.md", "each-format", &each_format());
    between("docs/codes/README.md", "codes", &codes_by_topic());
    between("docs/not-read.md", "foreign", &foreign_formats());
    between("docs/validate.md", "trainers", &trainers());
}

/// A row for each format that is known by name alone.
fn foreign_formats() -> String {
    let rows = FOREIGN.iter().map(|it| format!("| {} | {} |\n", it.name, it.advice.replace('|', "\\|")));
    format!("| it looks like | what to do |\n| --- | --- |\n{}", rows.collect::<String>())
}

fn trainers() -> String {
    let rows = TRAINERS.iter().map(|it| format!("| `{}` | {} | {} |\n", it.name, it.reading(), it.source));
    format!("| `--for` | records | read from |\n| --- | --- | --- |\n{}", rows.collect::<String>())
}

/// The formats of each family.
fn families() -> String {
    let mut table = "| family | formats |\n| --- | --- |\n".to_owned();
    for (family, title) in Family::ALL {
        let formats = FORMATS.iter().filter(|format| format.family == *family);
        let names: Vec<_> = formats
            .map(|format| format!("`{}`{}", format.name, if format.can_write() { "" } else { " (read only)" }))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(table, "| {title} | {} |", names.join(", "));
        }
    }
    table
}

/// A row for each format, with what people ask for first.
fn overview() -> String {
    let mut table = "| format | tool calls | reasoning | media files | message ids | dialects |\n\
        | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for format in writable() {
        let yes = |fact| if format.policy.support(fact) == FactSupport::Keep { "yes" } else { "" };
        let media: Vec<_> = MediaKind::ALL
            .iter()
            .filter(|kind| format.policy.media_support(**kind) == FactSupport::Keep)
            .map(|kind| kind.word())
            .collect();
        let dialects: Vec<_> = format.dialects.iter().map(|dialect| format!("`{}`", dialect.name)).collect();
        let _ = writeln!(
            table,
            "| `{}` | {} | {} | {} | {} | {} |",
            format.name,
            yes(Fact::Calls),
            yes(Fact::Reasoning),
            media.join(", "),
            yes(Fact::MessageIds),
            dialects.join(" "),
        );
    }
    let others: Vec<_> =
        FORMATS.iter().filter(|it| !it.can_write()).map(|format| format!("`{}`", format.name)).collect();
    if !others.is_empty() {
        let _ = writeln!(table, "| read only: {} | | | | | |", others.join(", "));
    }
    table
}

/// What each format keeps, changes, rejects and drops.
fn each_format() -> String {
    let mut text = String::new();
    for format in FORMATS {
        let _ = write!(text, "### {}\n\n{}. Source: {}.\n\n", format.name, format.about.summary, format.about.source);
        if !format.can_write() {
            text.push_str("It can only be read.\n\n");
            continue;
        }
        for (what, list) in [
            ("keeps", facts(format, |answer| answer == FactSupport::Keep)),
            ("changes", facts(format, |answer| matches!(answer, FactSupport::Become(_)))),
            ("rejects", facts(format, |answer| answer == FactSupport::Refuse)),
            ("drops", facts(format, |answer| answer == FactSupport::Drop)),
        ] {
            if !list.is_empty() {
                let _ = writeln!(text, "- **{what}** {}", list.join(", "));
            }
        }
        for dialect in format.dialects {
            let _ = writeln!(text, "- `{}:{}`: {}", format.name, dialect.name, dialect.summary);
        }
        text.push('\n');
    }
    text
}

/// The files that the guides for contributors name are there.
#[test]
fn guides_name_files_that_exist() {
    let mut named = 0;
    for page in ["CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md", "docs/reliability.md"] {
        let text = fs::read_to_string(path(page)).unwrap();
        let words = text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
        for word in words {
            let is_file =
                ["src/", "tests/", "docs/", "fuzz/", "packaging/", "benches/"].iter().any(|it| word.starts_with(it));
            let is_example = ["acme", "NAME", "nnn", "…", "*", "{"].iter().any(|mark| word.contains(mark));
            if is_file && !is_example {
                assert!(path(word).exists(), "{page} names {word}");
                named += 1;
            }
        }
    }
    assert!(named > 40, "{named}");
}

/// The tables of dependencies list those of `Cargo.toml`, and no others.
#[test]
fn dependencies_are_explained() {
    let [manifest, guide] = ["Cargo.toml", "CONTRIBUTING.md"].map(|name| fs::read_to_string(path(name)).unwrap());
    let mut is_list = false;
    let mut wanted = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_list = line.ends_with("dependencies]");
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| is_list) {
            wanted.insert(name.to_owned());
        }
    }
    let tables = guide.split("## Dependencies").nth(1).unwrap().split("## ").next().unwrap();
    let cells = tables.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    let named: BTreeSet<_> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect();
    assert_eq!(named, wanted);
}

fn facts(format: &Format, is_meant: impl Fn(FactSupport) -> bool) -> Vec<String> {
    let facts = Fact::ALL.iter().map(|(fact, name)| (*name, format.policy.support(*fact)));
    let media = MediaKind::ALL.iter().map(|kind| (kind.word(), format.policy.media_support(*kind)));
    let meant = facts.chain(media).filter(|(_, answer)| is_meant(*answer));
    meant
        .map(|(name, answer)| match answer {
            FactSupport::Become(_) => format!("{name} ({answer})"),
            FactSupport::Keep | FactSupport::Drop | FactSupport::Refuse => name.to_owned(),
        })
        .collect()
}

fn codes_by_topic() -> String {
    let mut text = String::new();
    let codes = codes();
    for (at, (first, topic)) in TOPICS.iter().enumerate() {
        let end = TOPICS.get(at + 1).map_or(1000, |(next, _)| *next);
        let _ = write!(text, "## {topic}\n\n");
        for code in &codes {
            if (*first..end).contains(&code.id[2..].parse().unwrap()) {
                let fix = code.fix.method().map(|(safety, _)| format!(" ({} fix)", safety.name())).unwrap_or_default();
                let _ = writeln!(text, "- [{0}]({0}.md) `{1}`: {2}{fix}", code.id, code.name, code.summary);
            }
        }
        text.push('\n');
    }
    text
}
