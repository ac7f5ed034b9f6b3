//! The policies of keprompt's code for each service.

use crate::format::keprompt::NAME;
use crate::format::keprompt::policy::KEPROMPT;
use crate::lower::{
    Calls, ContainerRules, Fact, Facts, MediaRules, MissingIds, Policy, RefusedMedia, Requests, ResultNames, Results,
    SentResults, SentSystems,
};

/// Without a service nothing is written.
pub(super) const COMPANY: Policy = Policy {
    container: ContainerRules {
        refused: Some((
            "keprompt sends something else to each service",
            "name the service: --to keprompt-company:openai",
        )),
        ..SENT.container
    },
    ..SENT
};

const SENT: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[Fact::AnswerFirst, Fact::Calls, Fact::CallIds, Fact::MixedOrder]),
    keeps_field: |_, _| false,
    keeps_parts: false,
    calls: Calls { without_ids: &[], ..KEPROMPT.calls },
    files: MediaRules { refused: RefusedMedia::KindsAndRemote, ..KEPROMPT.files },
    container: ContainerRules {
        keeps: |_, _, _| false,
        list_system: "the text of the system is beside the list; write the body instead",
        ..Policy::BASE.container
    },
    models: None,
    ..KEPROMPT
};

const REQUESTS: Requests = Requests {
    systems: SentSystems::Texts,
    systems_fail: false,
    lone_images_fail: false,
    results: SentResults::Each,
    call_ids: true,
};

const fn sent(requests: Requests) -> Policy {
    Policy { requests: Some(requests), ..SENT }
}

pub(super) static OPENAI: Policy =
    sent(Requests { systems: SentSystems::Messages, lone_images_fail: true, ..REQUESTS });

pub(super) static CEREBRAS: Policy = sent(Requests { systems_fail: true, lone_images_fail: true, ..REQUESTS });

pub(super) static XAI: Policy =
    sent(Requests { results: SentResults::LastAndCalls, lone_images_fail: true, ..REQUESTS });

pub(super) static MISTRAL: Policy = sent(Requests { results: SentResults::Last, ..REQUESTS });

pub(super) static DEEPSEEK: Policy = sent(Requests { results: SentResults::Before, ..REQUESTS });

pub(super) static ANTHROPIC: Policy =
    sent(Requests { systems: SentSystems::Field, results: SentResults::Inside, ..REQUESTS });

pub(super) static GEMINI: Policy = Policy {
    facts: SENT.facts.and(&[Fact::ResultNames]),
    // Results have the ids that were stored.
    calls: Calls { missing_ids: MissingIds::Keep, ..SENT.calls },
    results: Results { names: ResultNames::Fill, ..SENT.results },
    ..sent(Requests { systems: SentSystems::LastField, results: SentResults::Inside, call_ids: false, ..REQUESTS })
};
