//! Calls of tools that the service runs, and their results: both are in one answer.
//!
//! ```json
//! {"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"advisor_result","text":"…"}}
//! ```

use std::collections::{BTreeMap, HashMap};

use super::NAME;
use super::block::is_server_tool;
use crate::format::shared::is_response;
use crate::json::{At, Tape};
use crate::model::{Conversation, Part, Role};
use crate::rule::{RuleReport, rule};

rule! {
    HOSTED_PAIRS "TW992" "anthropic-hosted-pairs" Error hosted_pairs
    "a call of a hosted tool has no result in its answer, or a result has no call"
    "`convert --repair` removes the block"
    => Unsafe Repair
}

/// The calls of an answer without a result so far, and results without a call.
#[derive(Default)]
struct HostedBlocks {
    /// By their number: place, id and type.
    open: BTreeMap<usize, (At, String, String)>,
    /// The numbers of open calls by id.
    by_id: HashMap<String, Vec<usize>>,
    /// The number of the next call.
    next: usize,
    /// Text follows the calls before this one: the answer was not cut off at them.
    passed: usize,
    /// Blocks without their counterpart.
    orphans: Vec<(At, String)>,
}

impl HostedBlocks {
    fn call(&mut self, at: At, id: String, kind: String) {
        self.by_id.entry(id.clone()).or_default().push(self.next);
        self.open.insert(self.next, (at, id, kind));
        self.next += 1;
    }

    fn result(&mut self, at: At, id: &str, kind: &str) {
        let call = self.by_id.get_mut(id).and_then(Vec::pop);
        if call.and_then(|call| self.open.remove(&call)).is_none() {
            self.orphans.push((at, format!("no call in this answer has the id `{id}` of the block `{kind}`")));
        }
    }

    /// The answer is at its end. `is_last`: it is the end of the conversation, and the service may continue with its last calls.
    fn end(&mut self, is_last: bool) {
        self.by_id.clear();
        for (number, (at, id, kind)) in std::mem::take(&mut self.open) {
            if !is_last || number < self.passed {
                self.orphans.push((at, format!("no result in this answer has the id `{id}` of the block `{kind}`")));
            }
        }
    }
}

fn hosted_pairs(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let is_own = |part: &Part<'_>| matches!(part, Part::Opaque(it) if it.origin == NAME);
    if !conversation.parts().any(is_own) || is_response(conversation, NAME) {
        return;
    }
    let mut tape = Tape::new();
    let mut blocks = HostedBlocks::default();
    for message in &conversation.messages {
        match message.role {
            Role::User => blocks.end(false),
            // Results of other tools may come between a call and its result.
            Role::Tool | Role::System | Role::Developer | Role::Other(_) => continue,
            Role::Assistant => {}
        }
        for part in &message.parts {
            match part {
                Part::Text(_) => blocks.passed = blocks.next,
                Part::Opaque(it) if it.origin == NAME => {
                    let kind = it.kind.decode();
                    let is_call = kind.ends_with("tool_use");
                    let key = if is_call { "id" } else { "tool_use_id" };
                    let block = tape.parse(it.raw.as_str()).ok().filter(|_| is_server_tool(&kind));
                    match block.and_then(|block| block.get(key)?.text()) {
                        Some(id) if is_call => blocks.call(it.at, id.decode().into_owned(), kind.into_owned()),
                        Some(id) => blocks.result(it.at, &id.decode(), &kind),
                        None => {}
                    }
                }
                Part::Opaque(_)
                | Part::Reasoning(_)
                | Part::Call(_)
                | Part::Result(_)
                | Part::Media(_)
                | Part::Refusal(_) => {}
            }
        }
    }
    blocks.end(true);
    for (at, message) in blocks.orphans {
        found.at(at, || message);
    }
}
