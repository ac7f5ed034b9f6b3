//! The policies of keprompt's code for each service.

use super::requests::{Requests, SentResults, SentSystems, send};
use crate::format::keprompt::NAME;
use crate::format::keprompt::message::role_word;
use crate::format::keprompt::policy::KEPROMPT;
use crate::json::At;
use crate::lower::{
    Calls, Fact, Facts, MediaRules, MissingIds, OwnRule, OwnRules, Policy, PreservedContent, RecordRules, RefusedMedia,
    ResultNames, Results, StoredMessages, ToolRules,
};
use crate::report::{Refused, loss};

/// Without a service nothing is written.
pub(super) const COMPANY: Policy = Policy {
    own: OwnRules {
        source: |_, _| {
            let why = "keprompt sends something else to each service; name one: keprompt-company:openai";
            Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why))
        },
        ..OwnRules::NONE
    },
    ..SENT
};

const SENT: Policy = Policy {
    name: NAME,
    preserved: PreservedContent { keeps_field: |_, _| false, parts: false, ..KEPROMPT.preserved },
    facts: Facts::of(&[Fact::AnswerFirst, Fact::Calls, Fact::CallIds, Fact::MixedOrder]),
    tools: ToolRules { calls: Calls { without_ids: &[], ..KEPROMPT.tools.calls }, ..KEPROMPT.tools },
    media: MediaRules { refused: RefusedMedia::KindsAndRemote, ..KEPROMPT.media },
    record: RecordRules {
        keeps: |_, _, _| false,
        list_system: "the list does not include the system text; write the body instead",
        ..RecordRules::BASE
    },
    own: OwnRules::NONE,
    ..KEPROMPT
};

const REQUESTS: Requests = Requests {
    systems: SentSystems::Texts,
    systems_fail: false,
    lone_images_fail: false,
    results: SentResults::Each,
    call_ids: true,
};

const fn sent(messages: OwnRule) -> Policy {
    Policy {
        preserved: PreservedContent { messages: StoredMessages::Sent(role_word), ..SENT.preserved },
        own: OwnRules { messages, ..OwnRules::NONE },
        ..SENT
    }
}

pub(super) static OPENAI: Policy = sent(|context, outline| {
    let rules = Requests { systems: SentSystems::Messages, lone_images_fail: true, ..REQUESTS };
    send(rules, context, outline)
});

pub(super) static CEREBRAS: Policy = sent(|context, outline| {
    let rules = Requests { systems_fail: true, lone_images_fail: true, ..REQUESTS };
    send(rules, context, outline)
});

pub(super) static XAI: Policy = sent(|context, outline| {
    let rules = Requests { results: SentResults::LastAndCalls, lone_images_fail: true, ..REQUESTS };
    send(rules, context, outline)
});

pub(super) static MISTRAL: Policy = sent(|context, outline| {
    let rules = Requests { results: SentResults::Last, ..REQUESTS };
    send(rules, context, outline)
});

pub(super) static DEEPSEEK: Policy = sent(|context, outline| {
    let rules = Requests { results: SentResults::Before, ..REQUESTS };
    send(rules, context, outline)
});

pub(super) static ANTHROPIC: Policy = sent(|context, outline| {
    let rules = Requests { systems: SentSystems::Field, results: SentResults::Inside, ..REQUESTS };
    send(rules, context, outline)
});

pub(super) static GEMINI: Policy = Policy {
    facts: SENT.facts.and(&[Fact::ResultNames]),
    tools: ToolRules {
        // Results have the ids that were stored.
        calls: Calls { missing_ids: MissingIds::Keep, ..SENT.tools.calls },
        results: Results { names: ResultNames::Fill, ..SENT.tools.results },
        ..SENT.tools
    },
    ..sent(|context, outline| {
        let rules =
            Requests { systems: SentSystems::LastField, results: SentResults::Inside, call_ids: false, ..REQUESTS };
        send(rules, context, outline)
    })
};
