//! Reports facts that a target cannot represent as dropped, by the list of facts of its [`Policy`].
//!
//! Other passes decide about roles, media files, order and ids with invalid characters, because there are several
//! outcomes.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::details::{holds, report_details};
use super::hosted::drop_part;
use crate::json::{At, Text};
use crate::lower::context::Contents;
use crate::lower::options::LoweringOptions;
use crate::lower::policy::{Fact, Policy, ResultNames};
use crate::model::{
    CacheHint, Conversation, Extra, Extras, Message, OutputRequest, Part, Preference, Reasoning, Signature, Slot,
    ToolKind, ToolResult,
};
use crate::report::{Report, loss};
use crate::rule::pairs::PairedCalls;

/// Reports every fact that `policy` cannot represent, except settings that are looked at later.
pub fn report_facts(
    paired: &PairedCalls<'_>,
    policy: &Policy,
    options: &LoweringOptions,
    report: &mut Report,
) -> Contents {
    let conversation = paired.conversation;
    let names = OnceCell::new();
    let mut check =
        FactCheck { policy, options, paired, names: &names, is_named: false, found: Contents::default(), report };
    if let Some(id) = &conversation.id
        && !check.has(Fact::ConversationId)
    {
        check.report.add(&loss::CONVERSATION_ID, conversation.id_at, || {
            format!("the conversation id `{}` is dropped", id.show())
        });
    }
    let model = answer_model(conversation).filter(|_| check.has(Fact::AnswerModel));
    check.settings(&conversation.extras, model);
    check.output(conversation.output.as_deref(), Fact::Output);
    for tool in &conversation.tools {
        check.found.marks |= tool.raw.is_some() || tool.cache.is_some();
        let is_foreign = tool.kind == ToolKind::Hosted && !policy.holds(tool.origin);
        if (!check.has(Fact::Tools) || is_foreign) && !tool.is_in_text {
            check.report.add(&loss::TOOLS, tool.at, || format!("the definition of `{}` is dropped", tool.name.show()));
            if let Some(cache) = tool.cache.as_ref().filter(|cache| cache.is_on) {
                check.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a tool is dropped".to_owned());
            }
        } else {
            check.cache(tool.cache.as_deref());
            if tool.kind == ToolKind::LegacyFunction && !check.policy.tools.calls.keeps_legacy {
                let name = &tool.name;
                check.report.add(&loss::LEGACY_CALL, tool.at, || {
                    format!("the old function definition `{}` becomes a tool definition", name.show())
                });
            }
        }
        // A definition in a text is kept with that text.
        if !tool.is_in_text || check.has(Fact::Tools) {
            check.strict(tool.strict_at(), Fact::StrictTools);
            if check.has(Fact::Tools) {
                check.extras(&tool.extras);
            } else {
                check.report_lost(&tool.extras, |_| true);
            }
        }
    }
    for message in &conversation.messages {
        check.message(message);
    }
    if let Some(preference) = &conversation.preference {
        report_answers(preference, policy, check.report);
    }
    check.found
}

/// The model that wrote the answer of a record with a single answer.
#[must_use]
pub fn answer_model<'c, 'a>(conversation: &'c Conversation<'a>) -> Option<&'c Extra<'a>> {
    if !matches!(conversation.source.shape, "completion" | "response") || conversation.messages.len() != 1 {
        return None;
    }
    let is_model =
        |extra: &&Extra<'_>| extra.slot == Slot::Answer && (extra.key.is("model") || extra.key.is("modelVersion"));
    conversation.extras.fields().iter().find(is_model).filter(|model| model.value.as_str().starts_with('"'))
}

struct FactCheck<'r, 'c> {
    policy: &'r Policy,
    options: &'r LoweringOptions,
    paired: &'r PairedCalls<'c>,
    names: &'r OnceCell<CalledNames<'c>>,
    /// Names on results are kept in this message.
    is_named: bool,
    found: Contents,
    report: &'r mut Report,
}

/// The names of the calls that results answer.
struct CalledNames<'c>(HashMap<*const ToolResult<'c>, &'c Text<'c>>);

impl<'c> CalledNames<'c> {
    fn of(paired: &PairedCalls<'c>) -> Self {
        let pairs = paired.pairs();
        let called = |call: usize| Some(&pairs.calls.get(call)?.call.name);
        Self(pairs.results.iter().filter_map(|it| Some((std::ptr::from_ref(it.result), called(it.call?)?))).collect())
    }

    /// The call that a result answers has the same name.
    fn says(&self, result: &ToolResult<'c>, name: &Text<'_>) -> bool {
        self.0.get(&std::ptr::from_ref(result)).is_some_and(|own| own.same(name))
    }
}

impl FactCheck<'_, '_> {
    fn place(&self, text: &Text<'_>, at: At) -> At {
        self.paired.conversation.place(text, at)
    }

    fn has(&self, fact: Fact) -> bool {
        self.policy.has(fact)
    }

    fn message(&mut self, message: &Message<'_>) {
        if message.plain_text().is_some() {
            return;
        }
        self.is_named = self.policy.tools.results.names == ResultNames::Own && self.policy.holds(message.origin);
        if message.details.is_some() {
            self.details(message);
        }
        self.fields(&message.extras);
        self.parts(&message.parts);
    }

    fn details(&mut self, message: &Message<'_>) {
        let is_dropped = |fact| !holds(self.policy, fact, message.origin);
        report_details(message, self.paired.conversation, self.report, is_dropped);
        match message.details().output.as_ref() {
            // The last question requests it for the conversation, so it was already processed.
            Some(asked) if self.paired.conversation.output.as_ref().is_some_and(|output| output.at == asked.at) => {
                self.extras(&asked.extras);
            }
            asked => self.output(asked, Fact::MessageOutput),
        }
    }

    fn output(&mut self, output: Option<&OutputRequest<'_>>, fact: Fact) {
        let Some(output) = output else { return };
        if !self.has(fact) {
            self.report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
        }
        self.strict(output.strict_at(), Fact::StrictOutput);
        if fact == Fact::Output {
            self.settings(&output.extras, None);
        } else {
            self.extras(&output.extras);
        }
    }

    fn strict(&mut self, at: Option<At>, fact: Fact) {
        if let Some(at) = at.filter(|_| !self.has(fact)) {
            self.report.drop_field(at, &Text::Token("strict"));
        }
    }

    /// Fields of messages and parts; a target may keep some of them.
    #[inline]
    fn fields(&mut self, extras: &Extras<'_>) {
        if !extras.is_empty() {
            self.fields_but_kept(extras);
        }
    }

    fn fields_but_kept(&mut self, extras: &Extras<'_>) {
        if !self.policy.holds(extras.origin()) {
            return self.extras_but(extras, None);
        }
        let is_fact = |extra: &&Extra<'_>| !extra.is_note && !extra.value.is_null();
        let keeps = self.policy.preserved.keeps_field;
        let is_kept = |extra: &Extra<'_>| extra.slot != Slot::Odd && keeps(extra.slot, &extra.key.decode());
        for extra in extras.fields().iter().filter(is_fact).filter(|extra| !is_kept(extra)) {
            self.report.drop_field(extra.at, &extra.key);
        }
    }

    #[inline]
    fn extras(&mut self, extras: &Extras<'_>) {
        if !extras.is_empty() {
            self.extras_but(extras, None);
        }
    }

    /// Fields outside the messages, except settings of a request, which are processed later. `known`: a field that the
    /// target supports.
    fn settings(&mut self, extras: &Extras<'_>, known: Option<&Extra<'_>>) {
        let Some(settings) = self.options.settings else { return self.extras_but(extras, known) };
        let conversation = self.paired.conversation;
        let is_of_output = !std::ptr::eq(extras, &raw const conversation.extras);
        let is_setting = |extra: &Extra<'_>| {
            settings.is_sent(conversation, extra) && (!is_of_output || extra.slot == Slot::Settings)
        };
        let is_known = |extra: &Extra<'_>| known.is_some_and(|known| std::ptr::eq(known, extra));
        self.report_lost(extras, |extra| !is_setting(extra) && !is_known(extra));
    }

    /// `known`: a field that the target supports.
    fn extras_but(&mut self, extras: &Extras<'_>, known: Option<&Extra<'_>>) {
        let is_own = self.policy.holds(extras.origin());
        let is_lost = |extra: &Extra<'_>| !is_own || extra.slot == Slot::Odd;
        self.report_lost(extras, |extra| is_lost(extra) && !known.is_some_and(|known| std::ptr::eq(known, extra)));
    }

    fn report_lost(&mut self, extras: &Extras<'_>, is_lost: impl Fn(&Extra<'_>) -> bool) {
        let is_fact = |extra: &&Extra<'_>| !extra.value.is_null() && !extra.is_note && is_lost(extra);
        for extra in extras.fields().iter().filter(is_fact) {
            self.report.drop_field(extra.at, &extra.key);
        }
    }

    fn cache(&mut self, cache: Option<&CacheHint<'_>>) {
        let Some(cache) = cache.filter(|cache| cache.is_on) else { return };
        self.found.marks = true;
        if !self.has(Fact::CacheHints) {
            self.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint is dropped".to_owned());
        } else if let Some(ttl) = &cache.ttl
            && !self.has(Fact::CacheTtl)
        {
            self.report
                .add(&loss::CACHE_TTL, cache.at, || format!("the cache lifetime {} is dropped", ttl.raw.as_str()));
        }
    }

    fn parts(&mut self, parts: &[Part<'_>]) {
        for part in parts {
            match part {
                Part::Text(text) | Part::Refusal(text) => {
                    if let Some(citations) = text.citations()
                        && !(self.has(Fact::Citations) && self.policy.holds(citations.origin))
                    {
                        self.report.add(&loss::CITATIONS, citations.at, || "citations are dropped".to_owned());
                    }
                    self.signature(text.signature(), &[]);
                    self.cache(text.cache());
                    self.fields(&text.extras);
                }
                Part::Reasoning(it) => self.reasoning(it),
                Part::Call(call) => {
                    self.found.calls = true;
                    if !self.has(Fact::Calls) {
                        let name = &call.name;
                        self.report
                            .add(&loss::CALL, call.at, || format!("the tool call of `{}` is dropped", name.show()));
                    } else if let Some(id) = &call.id {
                        self.call_id(id, call.at);
                    }
                    self.signature(call.signature.as_deref(), self.policy.tools.calls.families);
                    self.cache(call.cache.as_deref());
                    self.fields(&call.extras);
                }
                Part::Result(result) => self.result(result),
                Part::Media(media) => {
                    self.cache(media.cache.as_deref());
                    if self.policy.media.properties.drops_fields {
                        self.report_lost(&media.extras, |_| true);
                    } else {
                        self.fields(&media.extras);
                    }
                }
                Part::Opaque(it) => {
                    self.found.marks = true;
                    // Content that is written in another form is reported there.
                    if !self.policy.keeps_part(it) && self.policy.hosts(it).is_none() {
                        drop_part(it, self.report);
                    }
                }
            }
        }
    }

    /// `families`: other families whose signatures are accepted, besides those of the target.
    #[inline]
    fn signature(&mut self, signature: Option<&Signature<'_>>, families: &[&str]) {
        let Some(it) = signature else { return };
        let is_family = self.policy.has_family(it.family) || families.contains(&it.family);
        if !(self.has(Fact::PartSignatures) && is_family) {
            let family = it.family;
            self.report.add(&loss::SIGNATURE, it.at, || format!("a signature of {family} is dropped"));
        }
    }

    fn call_id(&mut self, id: &Text<'_>, at: At) {
        if !self.has(Fact::CallIds) {
            self.report.add(&loss::CALL_ID, self.place(id, at), || format!("the call id `{}` is dropped", id.show()));
        }
    }

    /// Reports a result that the target cannot represent, with its contents.
    fn dropped_result(&mut self, result: &ToolResult<'_>) {
        self.report.add(&loss::CALL, result.at, || "a tool result is dropped".to_owned());
        for part in result.parts.iter().filter(|part| part.at() != result.at) {
            match part {
                Part::Text(text) | Part::Refusal(text) => {
                    self.report.add(&loss::CALL, text.at, || "the text of a tool result is dropped".to_owned());
                }
                Part::Media(media) => {
                    let kind = media.kind.name();
                    self.report.add(&loss::MEDIA, media.at, || format!("{kind} in a tool result is dropped"));
                }
                Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
            }
        }
    }

    fn result(&mut self, result: &ToolResult<'_>) {
        self.found.calls = true;
        let is_held = self.has(Fact::Calls);
        if !is_held {
            self.dropped_result(result);
        } else if let Some(id) = &result.call_id {
            self.call_id(id, result.at);
        }
        if let Some(name) = result.name.as_ref().filter(|_| is_held)
            && !self.has(Fact::ResultNames)
            && !self.is_named
            && !self.names.get_or_init(|| CalledNames::of(self.paired)).says(result, name)
        {
            self.report.add(&loss::RESULT_NAME, self.place(name, result.at), || {
                format!("the name `{}` on a result is dropped", name.show())
            });
        }
        if let Some((true, at)) = result.error
            && !self.has(Fact::ErrorFlag)
        {
            self.report.add(&loss::ERROR_FLAG, at, || "the error flag of a tool result is dropped".to_owned());
        }
        self.cache(result.cache.as_deref());
        self.fields(&result.extras);
        self.parts(&result.parts);
    }

    fn reasoning(&mut self, it: &Reasoning<'_>) {
        let family = it.family;
        let is_held = self.has(Fact::Reasoning);
        if let Some(text) = &it.text
            && !is_held
        {
            if self.options.is_reasoning_text && !text.is_blank() {
                self.report.add(&loss::REASONING_AS_TEXT, self.place(text, it.at), || {
                    "reasoning is written as visible text".to_owned()
                });
            } else if !text.is_empty() {
                self.report.add(&loss::REASONING, self.place(text, it.at), || "reasoning text is dropped".to_owned());
            }
        }
        if let Some(signature) = &it.signature
            && !(self.has(Fact::Signatures) && self.policy.has_family(family))
        {
            self.report.add(&loss::SIGNATURE, self.place(signature, it.at), || {
                format!("a reasoning signature of {family} is dropped")
            });
        }
        if let Some(redacted) = &it.redacted
            && !(self.has(Fact::Redacted) && self.policy.has_family(family))
        {
            self.report.add(&loss::REDACTED, self.place(redacted, it.at), || {
                format!("sealed reasoning of {family} is dropped")
            });
        }
        self.fields(&it.extras);
    }
}

/// Reports the answers and ratings that the target cannot represent.
fn report_answers(preference: &Preference<'_>, policy: &Policy, report: &mut Report) {
    let has_pair = policy.has(Fact::SeveralAnswers);
    for answer in preference.others.iter().skip(usize::from(has_pair)) {
        let name = answer.rating.name();
        report.add(&loss::BRANCH, At::byte(answer.span.start), || format!("the answer `{name}` is dropped"));
    }
    let all = std::iter::once(&preference.rating).chain(preference.others.iter().map(|answer| &answer.rating));
    let held = if has_pair && policy.has(Fact::Ratings) { 2 } else { 0 };
    for (score, at) in all.skip(held).filter_map(|rating| rating.score.as_ref()) {
        report.add(&loss::RATING, *at, || format!("the score {} of an answer is dropped", score.as_str()));
    }
    for step in preference.steps.iter().filter(|_| !policy.has(Fact::Ratings)) {
        report.add(&loss::RATING, step.at, || format!("the label `{}` of a step is dropped", step.is_good));
    }
    // If there are several answers, the rejected ones were reported above or are written.
    if preference.others.is_empty()
        && !policy.has(Fact::Labels)
        && let Some(verdict) = preference.rating.verdict
    {
        report.add(&loss::RATING, verdict.at, || format!("the label `{}` of the answer is dropped", verdict.is_good));
    }
}
