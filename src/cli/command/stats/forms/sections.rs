//! The tables of statistics, each with its rows.

use turnwise::json::short_lists;
use turnwise::op::stats::{Lengths, PlacedLength};

use super::report::{StatsReport, percent, share, time};
use crate::cli::print::text;

/// The title of the table of lengths.
pub(super) const LENGTHS: &str = "Lengths";

/// A table.
pub(super) struct StatsSection {
    pub(super) title: String,
    pub(super) columns: Vec<StatsColumn>,
    pub(super) rows: Vec<StatsRow>,
}

/// A column: its heading, and whether it contains numbers.
#[derive(Clone, Copy)]
pub(super) struct StatsColumn {
    pub(super) name: &'static str,
    pub(super) is_number: bool,
}

/// A row.
pub(super) struct StatsRow {
    pub(super) cells: Vec<String>,
    /// The length of its bar in a plot; `None`: there is none.
    pub(super) bar: Option<u64>,
}

const fn words(name: &'static str) -> StatsColumn {
    StatsColumn { name, is_number: false }
}

const fn number(name: &'static str) -> StatsColumn {
    StatsColumn { name, is_number: true }
}

fn row<const N: usize>(cells: [String; N], bar: Option<u64>) -> StatsRow {
    StatsRow { cells: cells.into(), bar }
}

fn section<const N: usize>(title: impl Into<String>, columns: [StatsColumn; N], rows: Vec<StatsRow>) -> StatsSection {
    StatsSection { title: title.into(), columns: columns.into(), rows }
}

/// The number of items in each range of lengths.
pub(super) fn histogram(rows: Vec<StatsRow>) -> StatsSection {
    section("", [words("from – to"), number("count")], rows)
}

impl StatsReport<'_> {
    /// All tables with rows.
    pub(super) fn sections(&self) -> Vec<StatsSection> {
        let mut all = vec![
            self.roles(),
            self.lengths(),
            self.tools(),
            self.tokens(),
            self.models(),
            self.media(),
            self.scripts(),
            self.invalid(),
            self.unread(),
        ];
        all.extend(self.losses());
        all.retain(|section| !section.rows.is_empty());
        all
    }

    /// `3 conversations in 1 file`
    pub(super) fn title(&self) -> String {
        let conversations = text::read(self.stats.conversations, self.outcome);
        format!("{conversations} in {}", text::count(self.names.len() as u64, "file"))
    }

    /// The general data of all conversations: formats, size, times.
    pub(super) fn summary(&self) -> Vec<(&'static str, String)> {
        let mut formats = self.outcome.formats.clone();
        short_lists::sort_by_key(&mut formats, |(name, count)| (std::cmp::Reverse(*count), *name));
        let formats: Vec<_> = formats.iter().map(|(name, count)| format!("{name} {}", text::number(*count))).collect();
        let mut summary = vec![
            ("conversations", text::number(self.stats.conversations)),
            ("messages", text::number(self.stats.messages.total())),
            ("characters", text::number(self.stats.characters.total())),
            ("bytes", text::number(self.outcome.bytes_in)),
            ("formats", formats.join(", ")),
        ];
        summary.retain(|(_, value)| !value.is_empty());
        if let Some((first, last)) = self.stats.times.span {
            let dated = text::number(self.stats.times.conversations);
            let of = if self.stats.times.conversations == self.stats.conversations {
                String::new()
            } else {
                format!(" ({dated} of the conversations have times)")
            };
            summary.push(("time", format!("{} to {}{of}", time(first), time(last))));
        }
        summary
    }

    fn roles(&self) -> StatsSection {
        let roles = self.stats.roles.ranked(|it| it.messages).into_iter();
        let others = self.stats.roles.others().map(|counts| ("(other roles)", counts));
        let rows = roles.chain(others).map(|(name, counts)| {
            let [messages, characters] = [counts.messages, counts.characters].map(text::number);
            row([name.to_owned(), messages, characters], Some(counts.messages))
        });
        section("Messages by role", [words("role"), number("messages"), number("characters")], rows.collect())
    }

    fn lengths(&self) -> StatsSection {
        let stats = self.stats;
        let mut rows = Vec::new();
        for (name, lengths) in self.measures() {
            let found =
                [("median", lengths.percentile(50)), ("90 %", lengths.percentile(90)), ("longest", lengths.longest())];
            for (word, found) in found {
                let Some(PlacedLength { length, place }) = found else { continue };
                let message =
                    place.message.map_or(String::new(), |number| format!(", message {}", text::number(number)));
                let where_ = format!("{}:{}", self.input(place), place.line);
                let cells = [name.to_owned(), word.to_owned(), text::number(length), where_ + &message];
                rows.push(row(cells, None));
            }
        }
        let rows = if stats.conversations == 0 { Vec::new() } else { rows };
        section(LENGTHS, [words("of"), words(""), number("length"), words("for example")], rows)
    }

    /// The measured items, and their lengths.
    pub(super) fn measures(&self) -> [(&'static str, &Lengths); 3] {
        let stats = self.stats;
        [
            ("conversations, in messages", &stats.messages),
            ("conversations, in characters", &stats.characters),
            ("messages, in characters", &stats.message_characters),
        ]
    }

    fn tools(&self) -> StatsSection {
        let tools = self.stats.tools.ranked(|it| it.calls.max(it.results)).into_iter();
        let others = self.stats.tools.others().map(|counts| ("(other tools)", counts));
        let rows = tools.chain(others).map(|(name, it)| {
            let name = if name.is_empty() { "(unknown)" } else { name };
            let errors = if it.judged == 0 { "–".to_owned() } else { text::number(it.errors) };
            let [calls, results] = [it.calls, it.results].map(text::number);
            row([name.to_owned(), calls, results, errors, percent(share(it.errors, it.judged))], Some(it.calls))
        });
        let columns = [words("tool"), number("calls"), number("results"), number("errors"), number("error rate")];
        section("Calls by tool", columns, rows.collect())
    }

    fn tokens(&self) -> StatsSection {
        let tokens = self.stats.tokens;
        let rows = [
            ("input", tokens.input),
            ("  read from a cache", tokens.cache_read),
            ("  written to a cache", tokens.cache_write),
            ("output", tokens.output),
            ("  of reasoning", tokens.reasoning),
        ];
        let rows = rows.into_iter().filter(|(name, count)| *count > 0 || !name.starts_with(' '));
        let rows = rows.map(|(name, count)| row([name.to_owned(), text::number(count)], Some(count)));
        let of = text::number(tokens.conversations);
        let title =
            format!("Tokens, in the usage of {of} of {}", text::count(self.stats.conversations, "conversation"));
        section(
            title,
            [words("tokens"), number("count")],
            if tokens.conversations == 0 { Vec::new() } else { rows.collect() },
        )
    }

    fn models(&self) -> StatsSection {
        let models = self.stats.models.ranked(|count| *count).into_iter();
        let others = self.stats.models.others().map(|count| ("(other models)", count));
        let rows = models.chain(others).map(|(name, count)| row([name.to_owned(), text::number(count)], Some(count)));
        section("Models", [words("model"), number("conversations")], rows.collect())
    }

    fn media(&self) -> StatsSection {
        let media = self.stats.media.ranked(|it| it.files).into_iter();
        let others = self.stats.media.others().map(|counts| ("(other types)", counts));
        let rows = media.chain(others).map(|(name, it)| {
            let [files, embedded, bytes] = [it.files, it.embedded, it.bytes].map(text::number);
            row([name.to_owned(), files, embedded, bytes], Some(it.files))
        });
        let columns = [words("type"), number("files"), number("embedded"), number("bytes")];
        section("Media files by type", columns, rows.collect())
    }

    fn scripts(&self) -> StatsSection {
        let mut scripts: Vec<_> = self.stats.scripts.iter().collect();
        short_lists::sort_by_key(&mut scripts, |(name, count)| (std::cmp::Reverse(**count), **name));
        let all = scripts.iter().map(|(_, count)| **count).sum();
        let rows = scripts.into_iter().map(|(name, count)| {
            row([name.replace('_', " "), text::number(*count), percent(share(*count, all))], Some(*count))
        });
        section("Writing systems", [words("script"), number("letters"), number("share")], rows.collect())
    }

    fn invalid(&self) -> StatsSection {
        let failed = self.outcome.failed.ranked().into_iter();
        let rows = failed
            .map(|(code, count)| row([code.id.to_owned(), code.name.to_owned(), text::number(count)], Some(count)));
        section(
            "Invalid records, which are not counted",
            [words("code"), words("name"), number("records")],
            rows.collect(),
        )
    }

    fn unread(&self) -> StatsSection {
        let lost = self.outcome.report.lost().into_iter();
        let rows =
            lost.map(|(code, count)| row([code.id.to_owned(), code.name.to_owned(), text::number(count)], Some(count)));
        section("Parts of the input that are not read", [words("code"), words("name"), number("count")], rows.collect())
    }

    fn losses(&self) -> Option<StatsSection> {
        let (target, losses) = self.losses?;
        let mut rows = Vec::new();
        for (code, count) in losses.refused.ranked() {
            rows.push(row(
                ["rejected".to_owned(), code.id.to_owned(), code.name.to_owned(), text::number(count)],
                Some(count),
            ));
        }
        for (code, count) in losses.report.lost() {
            let kind = code.kind.name();
            rows.push(row(
                [kind.to_owned(), code.id.to_owned(), code.name.to_owned(), text::number(count)],
                Some(count),
            ));
        }
        if rows.is_empty() {
            rows.push(row(["none".to_owned(), String::new(), String::new(), String::new()], None));
        }
        let title = format!("Losses of convert --to {target}");
        Some(section(title, [words(""), words("code"), words("name"), number("count")], rows))
    }
}
