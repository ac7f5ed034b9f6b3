//! Calls of tools that the service runs, in targets whose service runs such tools too.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use super::blocks::PartIndex;
use crate::json::{At, Out, Text};
use crate::lower::context::Lowering;
use crate::lower::ids::short_name;
use crate::lower::outline::{Block, RawBlock};
use crate::lower::policy::{Fact, Policy};
use crate::model::{
    Conversation, Hosted, HostedOutcome, HostedResult, HostedTool, OneOrMany, Opaque, Part, PlacedText,
};
use crate::report::{Report, loss};

/// The form in which a target writes such calls. [`Fact::HostedSearches`] and [`Fact::HostedCode`] name the tools.
#[derive(Clone, Copy, Debug)]
pub struct HostedRules {
    /// The prefix of ids. `None`: a call needs no id.
    pub id_prefix: Option<&'static str>,
    /// A search has the URLs of the pages that it found.
    pub has_sources: bool,
    /// A search has a flag that it failed.
    pub has_failed_searches: bool,
    /// Error messages of code are apart from its output.
    pub has_errors: bool,
    /// Code that took too long has its output and error messages.
    pub has_late_output: bool,
    /// Writes the part of a call of the tool, and that of its result if it is another one.
    pub write: fn(HostedTool) -> (WriteHosted, Option<WriteHosted>),
}

/// Writes a part.
pub type WriteHosted = fn(&HostedBlock<'_>, &mut Out);

/// A part of a call with its result.
#[derive(Debug)]
pub struct HostedPart<'c> {
    /// The place in the input of what it is made of.
    pub at: At,
    block: Rc<HostedBlock<'c>>,
    write: WriteHosted,
}

impl<'c> HostedPart<'c> {
    /// Its texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text<'c>> {
        let HostedBlock { id, text, output, errors, sources, .. } = &*self.block;
        id.iter().chain([*text, output, errors]).chain(sources.iter().copied())
    }

    /// Writes the part.
    pub fn write(&self, out: &mut Out) {
        (self.write)(&self.block, out.source(self.at));
    }
}

/// A call with its result.
#[derive(Debug)]
pub struct HostedBlock<'c> {
    /// The tool.
    pub tool: HostedTool,
    /// The id, as the target takes it.
    pub id: Option<Text<'c>>,
    /// The query or the code.
    pub text: &'c Text<'c>,
    /// Whether it succeeded. `None` for most searches.
    pub outcome: Option<HostedOutcome>,
    /// What the code printed.
    pub output: Text<'c>,
    /// The error messages of the code.
    pub errors: Text<'c>,
    /// The URLs of the pages that a search found.
    pub sources: Vec<&'c Text<'c>>,
}

/// Which result belongs to which call, by place.
#[derive(Debug, Default)]
pub(in crate::lower) struct HostedPairs {
    results: HashMap<PartIndex, PartIndex>,
    answered: HashSet<PartIndex>,
    /// The ids that were written.
    taken: HashSet<String>,
}

impl HostedPairs {
    /// By ids; without them a result belongs to the last call of its tool in the same message.
    pub(super) fn of(conversation: &Conversation<'_>) -> Self {
        let mut pairs = Self::default();
        // Calls may have one id: then the first result with it is that of the first call.
        let mut named: HashMap<_, VecDeque<PartIndex>> = HashMap::new();
        for (message, index) in conversation.messages.iter().zip(0..) {
            let mut last = None;
            for (part, place) in message.parts.iter().zip(0..) {
                let Some(hosted) = hosted_of(part) else { continue };
                let id = hosted.id.as_ref().map(|(id, _)| id.decode().into_owned());
                let call = match (&hosted.call, &hosted.result, id) {
                    (Some(_), None, Some(id)) => {
                        named.entry((hosted.tool, id)).or_default().push_back((index, place));
                        None
                    }
                    (Some(_), None, None) => {
                        last = Some((hosted.tool, (index, place)));
                        None
                    }
                    (None, Some(_), Some(id)) => named.get_mut(&(hosted.tool, id)).and_then(VecDeque::pop_front),
                    (None, Some(_), None) => {
                        last.take().filter(|(tool, _)| *tool == hosted.tool).map(|(_, place)| place)
                    }
                    (Some(_), Some(_), _) | (None, None, _) => None,
                };
                if let Some(call) = call {
                    pairs.results.insert(call, (index, place));
                    pairs.answered.insert((index, place));
                }
            }
        }
        pairs
    }
}

fn hosted_of<'p, 'a>(part: &'p Part<'a>) -> Option<&'p Hosted<'a>> {
    match part {
        Part::Opaque(it) => it.hosted.as_deref(),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) => {
            None
        }
    }
}

impl Policy {
    /// The form in which the target writes this part, which another service wrote. `None`: it has none.
    pub(super) fn hosts(&self, part: &Opaque<'_>) -> Option<&HostedRules> {
        let fact = match part.hosted.as_ref()?.tool {
            HostedTool::WebSearch => Fact::HostedSearches,
            HostedTool::CodeExecution => Fact::HostedCode,
        };
        self.hosted.as_ref().filter(|_| self.has(fact))
    }
}

/// Reports a part that is dropped.
pub fn drop_part(part: &Opaque<'_>, report: &mut Report) {
    let kind = &part.kind;
    report.add(&loss::OPAQUE_PART, part.at, || format!("a part of type `{}` is dropped", kind.show()));
}

impl<'c> Lowering<'c, '_> {
    /// A part that only its own format understands: as it was, in the form of the target, or not at all.
    pub(super) fn opaque(&mut self, part: &'c Opaque<'c>, place: PartIndex, blocks: &mut OneOrMany<Block<'c>>) {
        if self.policy.keeps_part(part) {
            blocks.push(Block::Raw(RawBlock::Own(part)));
        } else if let (Some(rules), Some(hosted)) = (self.policy.hosts(part).copied(), part.hosted.as_deref()) {
            self.hosted(part, hosted, place, &rules, blocks);
        }
    }

    /// A call is written with its result, at the place of the call.
    fn hosted(
        &mut self,
        part: &'c Opaque<'c>,
        hosted: &'c Hosted<'c>,
        place: PartIndex,
        rules: &HostedRules,
        blocks: &mut OneOrMany<Block<'c>>,
    ) {
        let conversation = self.conversation;
        let pairs = self.hosted.get_or_init(|| HostedPairs::of(conversation));
        if pairs.answered.contains(&place) {
            return;
        }
        let other = pairs.results.get(&place).copied();
        let find = |(message, part): PartIndex| {
            let part = conversation.messages.get(message)?.parts.get(part)?;
            Some((part.at(), hosted_of(part)?))
        };
        let answer = other.and_then(find);
        let result = hosted.result.as_ref().or_else(|| answer.and_then(|(_, answer)| answer.result.as_ref()));
        let is_known =
            |result: &&HostedResult<'_>| hosted.tool != HostedTool::CodeExecution || result.outcome.is_some();
        let (Some((text, _)), Some(result)) = (&hosted.call, result.filter(is_known)) else {
            // Services refuse calls without results, and results without calls.
            drop_part(part, self.report);
            if let Some((message, part)) = other
                && let Some(Part::Opaque(part)) =
                    conversation.messages.get(message).and_then(|message| message.parts.get(part))
            {
                drop_part(part, self.report);
            }
            return;
        };
        if let (Some((message, _)), Some((answer_at, _))) = (other, answer)
            && message != place.0
        {
            self.report.add(&loss::MOVED, answer_at, || "the result of a hosted call is now with its call".to_owned());
        }
        let all = [Some(hosted), answer.map(|(_, answer)| answer)];
        for extra in all.iter().flatten().flat_map(|it| it.extras.fields()) {
            if !extra.is_note && !extra.value.is_null() {
                self.report.drop_field(extra.at, &extra.key);
            }
        }
        let id = self.hosted_id(part, all, place, rules);
        let block = Rc::new(self.hosted_block(hosted.tool, id, text, result, rules));
        let (call, result) = (rules.write)(hosted.tool);
        let at = answer.map_or(part.at, |(at, _)| at);
        for (at, write) in [(part.at, Some(call)), (at, result)] {
            let block = Rc::clone(&block);
            blocks.extend(write.map(|write| Block::Raw(RawBlock::Hosted(HostedPart { at, block, write }))));
        }
    }

    /// The id of the call: its own, one made of it, or one that is made up.
    fn hosted_id(
        &mut self,
        part: &Opaque<'_>,
        all: [Option<&'c Hosted<'c>>; 2],
        (message, place): PartIndex,
        rules: &HostedRules,
    ) -> Option<Text<'c>> {
        let ids = || all.into_iter().flatten().filter_map(|it| it.id.as_ref());
        let own = ids().next().map(|(id, _)| id);
        let Some(prefix) = rules.id_prefix else { return own.map(Text::borrow) };
        let is_good = |found: &str| {
            let rest = found.strip_prefix(prefix).unwrap_or_default();
            (1..=48).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let Some(own) = own else {
            let id = self.ids.call(message, place).replacen("call_", prefix, 1);
            self.is_new_hosted(&id);
            self.report.add(&loss::MADE_CALL_ID, part.at, || format!("the call id `{id}` is made up"));
            return Some(Text::owned(id));
        };
        if is_good(&own.decode()) && self.is_new_hosted(&own.decode()) {
            return Some(own.borrow());
        }
        let mut new = format!("{prefix}{}", short_name(&own.decode(), 24));
        if !self.is_new_hosted(&new) {
            new = format!("{prefix}{}", short_name(&format!("{message} {place} {}", own.decode()), 24));
            self.is_new_hosted(&new);
        }
        for (id, at) in ids() {
            self.report.add(&loss::ID_REWRITTEN, *at, || format!("the call id `{}` became `{new}`", id.show()));
        }
        Some(Text::owned(new))
    }

    /// True if no hosted call has this id so far.
    fn is_new_hosted(&mut self, id: &str) -> bool {
        self.hosted.get_mut().is_none_or(|pairs| pairs.taken.insert(id.to_owned()))
    }

    /// What the target has no place for is reported.
    fn hosted_block(
        &mut self,
        tool: HostedTool,
        id: Option<Text<'c>>,
        text: &'c Text<'c>,
        result: &'c HostedResult<'c>,
        rules: &HostedRules,
    ) -> HostedBlock<'c> {
        let report = &mut *self.report;
        let mut drop = |(_, at): &PlacedText<'_>, key: &'static str| report.drop_field(*at, &Text::Token(key));
        for source in &result.sources {
            if !rules.has_sources {
                drop(&source.url, "url");
            }
            source.title.iter().for_each(|title| drop(title, "title"));
        }
        let words = |text: &'c Option<PlacedText<'c>>| text.as_ref().filter(|(text, _)| !text.is_empty());
        let (mut output, mut errors) = (words(&result.output), words(&result.errors));
        let mut outcome = result.outcome;
        if tool == HostedTool::WebSearch
            && let Some((_, at)) = outcome.filter(|_| !rules.has_failed_searches)
        {
            report.drop_field(at, &Text::Token("status"));
            outcome = None;
        }
        let is_late = matches!(outcome, Some((HostedOutcome::TimedOut, _))) && !rules.has_late_output;
        if is_late {
            output.take().iter().for_each(|text| report.drop_field(text.1, &Text::Token("output")));
            errors.take().iter().for_each(|text| report.drop_field(text.1, &Text::Token("errors")));
        }
        let borrowed = |text: Option<&'c PlacedText<'c>>| text.map_or(Text::Token(""), |(text, _)| text.borrow());
        let (output, errors) = if rules.has_errors {
            (borrowed(output), borrowed(errors))
        } else {
            // One text: the output of code that succeeded, the error messages of other code.
            let is_success = matches!(outcome, Some((HostedOutcome::Succeeded, _)));
            if let Some((_, at)) = if is_success { errors } else { output } {
                report.add(&loss::JOINED, *at, || "output and error messages of code are one text".to_owned());
            }
            (join(output, errors), Text::Token(""))
        };
        let sources = if rules.has_sources { result.sources.iter().map(|it| &it.url.0).collect() } else { Vec::new() };
        HostedBlock { tool, id, text, outcome: outcome.map(|(outcome, _): (_, At)| outcome), output, errors, sources }
    }
}

/// The two texts, each from a line of its own.
fn join<'c>(first: Option<&'c PlacedText<'c>>, second: Option<&'c PlacedText<'c>>) -> Text<'c> {
    match (first, second) {
        (Some((first, _)), Some((second, _))) => {
            let first = first.spelling();
            let between = if first.ends_with("\\n") { "" } else { "\\n" };
            Text::owned_token(format!("{first}{between}{}", second.spelling()))
        }
        (Some((only, _)), None) | (None, Some((only, _))) => only.borrow(),
        (None, None) => Text::Token(""),
    }
}
