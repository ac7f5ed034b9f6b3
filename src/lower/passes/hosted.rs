//! Calls of tools that the service runs, if the target's service runs such tools too.

use std::rc::Rc;

use crate::json::{At, Text};
use crate::lower::context::{HostedPairs, Lowering, PartIndex, hosted_of};
use crate::lower::ids::short_name;
use crate::lower::outline::{Block, HostedBlock, HostedPart, RawBlock};
use crate::lower::policy::{Fact, HostedFields, HostedRules, Policy};
use crate::model::{Hosted, HostedOutcome, HostedResult, HostedTool, OneOrMany, Opaque, Part, PlacedText};
use crate::report::{Report, loss};

impl Policy {
    /// The form in which the target writes this part of another service. `None`: there is none.
    pub(super) fn hosts(&self, part: &Opaque<'_>) -> Option<&HostedRules> {
        let fact = match part.hosted.as_ref()?.tool {
            HostedTool::WebSearch => Fact::HostedSearches,
            HostedTool::CodeExecution => Fact::HostedCode,
        };
        self.tools.hosted.as_ref().filter(|_| self.has(fact))
    }
}

/// Reports a part that is dropped.
pub fn drop_part(part: &Opaque<'_>, report: &mut Report) {
    let kind = &part.kind;
    report.add(&loss::OPAQUE_PART, part.at, || format!("a part of type `{}` is dropped", kind.show()));
}

impl<'c> Lowering<'c, '_> {
    /// A part that only its own format supports: unchanged, in the form of the target, or dropped.
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
        let pairs = self.lookups.hosted.get_or_init(|| HostedPairs::of(conversation));
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
            // Services reject calls without results, and results without calls.
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

    /// The id of the call: its own, a rewritten one, or a generated one.
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
            self.report.add(&loss::MADE_CALL_ID, part.at, || format!("the call id `{id}` is generated"));
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

    /// True if no earlier hosted call has this id.
    fn is_new_hosted(&mut self, id: &str) -> bool {
        self.lookups.hosted.get_mut().is_none_or(|pairs| pairs.taken.insert(id.to_owned()))
    }

    /// Reports content that the target cannot represent.
    fn hosted_block(
        &mut self,
        tool: HostedTool,
        id: Option<Text<'c>>,
        text: &'c Text<'c>,
        result: &'c HostedResult<'c>,
        rules: &HostedRules,
    ) -> HostedBlock<'c> {
        let (has_pages, has_errors) = (rules.results == HostedFields::Pages, rules.results == HostedFields::Errors);
        let report = &mut *self.report;
        let mut drop = |(_, at): &PlacedText<'_>, key: &'static str| report.drop_field(*at, &Text::Token(key));
        for source in &result.sources {
            if !has_pages {
                drop(&source.url, "url");
            }
            source.title.iter().for_each(|title| drop(title, "title"));
        }
        let words = |text: &'c Option<PlacedText<'c>>| text.as_ref().filter(|(text, _)| !text.is_empty());
        let (mut output, mut errors) = (words(&result.output), words(&result.errors));
        let mut outcome = result.outcome;
        if tool == HostedTool::WebSearch
            && let Some((_, at)) = outcome.filter(|_| !has_pages)
        {
            report.drop_field(at, &Text::Token("status"));
            outcome = None;
        }
        let is_late = matches!(outcome, Some((HostedOutcome::TimedOut, _))) && has_errors;
        if is_late {
            output.take().iter().for_each(|text| report.drop_field(text.1, &Text::Token("output")));
            errors.take().iter().for_each(|text| report.drop_field(text.1, &Text::Token("errors")));
        }
        let borrowed = |text: Option<&'c PlacedText<'c>>| text.map_or(Text::Token(""), |(text, _)| text.borrow());
        let (output, errors) = if has_errors {
            (borrowed(output), borrowed(errors))
        } else {
            // One text: the output of code that succeeded, the error messages of other code.
            let is_success = matches!(outcome, Some((HostedOutcome::Succeeded, _)));
            if let Some((_, at)) = if is_success { errors } else { output } {
                report.add(&loss::JOINED, *at, || "output and error messages of code are one text".to_owned());
            }
            (join(output, errors), Text::Token(""))
        };
        let sources = if has_pages { result.sources.iter().map(|it| &it.url.0).collect() } else { Vec::new() };
        HostedBlock { tool, id, text, outcome: outcome.map(|(outcome, _): (_, At)| outcome), output, errors, sources }
    }
}

/// The two texts, each starting on a new line.
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
