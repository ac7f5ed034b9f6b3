//! `explain`: pages about codes and formats.

use crate::format::{FORMATS, Format, Trainer};
use crate::json::short_lists;
use crate::model::MediaKind;
use crate::report::{Code, diff, ids, loss, media, session, shape, stream, syntax};
use crate::rule::{BODY, RULES, Rule};

/// All codes, sorted by id.
#[must_use]
pub fn codes() -> Vec<&'static Code> {
    let rules = |rules: &'static [&'static Rule]| rules.iter().map(|rule| rule.code);
    let mut codes: Vec<&Code> = Vec::new();
    codes.extend(syntax::CODES.iter().chain(shape::CODES).chain(loss::CODES));
    codes.extend([&loss::CANNOT_HOLD, &loss::FORGED_MARK]);
    codes.extend(ids::CODES);
    codes.extend(diff::CODES);
    codes.extend(media::CODES);
    codes.extend(session::CODES);
    codes.extend(stream::CODES);
    codes.extend(rules(RULES));
    codes.extend(rules(BODY));
    for format in FORMATS {
        codes.extend(rules(format.rules.own));
        codes.extend(format.dialects.iter().flat_map(|dialect| rules(dialect.rules)));
    }
    codes.extend(crate::format::OWN_LOSSES);
    codes.extend(crate::events::codes::CODES);
    codes.extend(crate::statements::codes::CODES);
    short_lists::sort_by_key(&mut codes, |code| code.id);
    // A format may have the rules of another one in addition to its own.
    codes.dedup_by(|one, other| std::ptr::eq(*one, *other));
    codes
}

/// The code with this id or name.
#[must_use]
pub fn code(name: &str) -> Option<&'static Code> {
    codes().into_iter().find(|code| code.name.eq_ignore_ascii_case(name) || code.id.eq_ignore_ascii_case(name))
}

/// Markdown about a code: its page, with its severity, summary and help.
#[must_use]
pub fn code_text(code: &Code) -> String {
    let fence = |text: &str| {
        let mut out = String::new();
        for line in text.lines() {
            let line = match line.strip_prefix("```json ").or(line.strip_prefix("```jsonl ")) {
                Some(what) => format!("{}:\n\n```json", example_title(what)),
                None if line == "```prompt" => format!("{}:\n\n```text", example_title("statements")),
                None if line == "```prompt-refused" => "Rejected:\n\n```text".to_owned(),
                None => line.to_owned(),
            };
            out.push_str(&line);
            out.push('\n');
        }
        out
    };
    let (heading, text) = code.docs().split_once("\n\n").unwrap_or_default();
    let fix = code.fix_words().map(|words| format!("\nFixed by {words}.\n")).unwrap_or_default();
    format!(
        "{heading}\n\n{}: {}.\n\n{}\nWhat to do: {}.\n{fix}",
        first_upper(code.severity.name()),
        code.summary,
        fence(text),
        code.help,
    )
}

fn example_title(what: &str) -> String {
    let mut words = what.split(' ');
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some("bad"), Some("for"), Some(format), _) => format!("`turnwise validate --for {format}` reports it"),
        (Some("good"), Some("for"), Some(format), _) => format!("`turnwise validate --for {format}` does not"),
        (Some("bad"), format, _, _) => format!("Raises it{}", format.map(|it| format!(" ({it})")).unwrap_or_default()),
        (Some("good"), format, _, _) => format!("Does not{}", format.map(|it| format!(" ({it})")).unwrap_or_default()),
        (Some("fixed"), ..) => "Fixed".to_owned(),
        (Some("lossy"), Some(from), _, Some(to)) => format!("Converting this from {from} to {to} reports it"),
        (Some(command @ ("replay" | "lineage" | "normalize")), None, ..) => {
            format!("`turnwise {command}` reports this for")
        }
        (Some("statements"), None, ..) => "`turnwise statements run` reports this for".to_owned(),
        (Some("statements-refused"), None, ..) => "Rejected".to_owned(),
        (Some("from-messages"), None, ..) => "`turnwise statements from-messages` reports this for".to_owned(),
        (Some("from-messages-prompt"), None, ..) => {
            "`turnwise statements from-messages --output-format prompt` reports this for".to_owned()
        }
        (Some("compact"), None, ..) => "`turnwise compact` reports this for".to_owned(),
        (Some("compact-deltas"), None, ..) => "`turnwise compact --level deltas` reports this for".to_owned(),
        (Some("compact-keep-input"), None, ..) => "`turnwise compact --keep-input` reports this for".to_owned(),
        (Some("renamed"), Some(from), ..) => format!("`turnwise migrate-ids` reports this for ({from})"),
        (Some("refused"), Some(from), _, Some(to)) => format!("Converting this from {from} to {to} is rejected"),
        _ => "Example".to_owned(),
    }
}

fn first_upper(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map(|first| first.to_ascii_uppercase().to_string() + characters.as_str()).unwrap_or_default()
}

/// Markdown about a format: its description, the facts that it supports, its rules.
#[must_use]
pub fn format_text(format: &Format) -> String {
    let mut text = format!("# {}\n\n{}.\n\nSource: {}.\n", format.name, format.about.summary, format.about.source);
    if !format.about.aliases.is_empty() {
        text.push_str(&format!("\nOther names: {}.\n", format.about.aliases.join(", ")));
    }
    if !format.dialects.is_empty() {
        text.push_str("\nDialects:\n\n");
        for dialect in format.dialects {
            text.push_str(&format!("- `{}:{}`: {}\n", format.name, dialect.name, dialect.summary));
        }
    }
    text.push_str("\nWhat happens to facts of other formats:\n\n");
    for (fact, name) in crate::format::Fact::ALL {
        text.push_str(&format!("- {name}: {}\n", format.policy.support(*fact)));
    }
    for kind in MediaKind::ALL {
        let sources = format.policy.media.sources.iter().find(|(known, _)| known == kind);
        let answer = match sources {
            Some((_, sources)) => format!("kept as {}", sources.join(", ")),
            None => format.policy.media_support(*kind).to_string(),
        };
        text.push_str(&format!("- {}: {answer}\n", kind.word()));
    }
    for dialect in format.dialects.iter().filter(|dialect| dialect.policy.is_some()) {
        text.push_str(&dialect_text(format, dialect.name));
    }
    if !format.rules.own.is_empty() {
        text.push_str("\nRules of its own (`turnwise explain CODE`):\n\n");
        for rule in format.rules.own {
            text.push_str(&format!("- {} {}: {}\n", rule.code.id, rule.code.name, rule.code.summary));
        }
    }
    text
}

/// Markdown about a trainer: the records that it reads, the source of this information, and its codes.
#[must_use]
pub fn trainer_text(trainer: &Trainer) -> String {
    let Trainer { name, summary, source, .. } = trainer;
    let mut text = format!("# {name}\n\n{summary}.\n\nSource: {source}.\n\n{}\n", trainer.reading());
    text.push_str(&format!("\nRules of `turnwise validate --for {name}` (`turnwise explain CODE`):\n\n"));
    for rule in crate::rule::TRAINING {
        text.push_str(&format!("- {} {}: {}\n", rule.code.id, rule.code.name, rule.code.summary));
    }
    text
}

/// The differences between a dialect and its format.
fn dialect_text(format: &Format, dialect: &'static str) -> String {
    let (own, other) = (&format.policy, format.policy_of(Some(dialect)));
    let facts = crate::format::Fact::ALL.iter().map(|(fact, name)| (*name, own.support(*fact), other.support(*fact)));
    let media = MediaKind::ALL.iter().map(|kind| (kind.word(), own.media_support(*kind), other.media_support(*kind)));
    let mut lines = String::new();
    for (name, _, answer) in facts.chain(media).filter(|(_, own, other)| own != other) {
        lines.push_str(&format!("- {name}: {answer}\n"));
    }
    if lines.is_empty() {
        return lines;
    }
    format!("\nOtherwise in `{}:{dialect}`:\n\n{lines}", format.name)
}
