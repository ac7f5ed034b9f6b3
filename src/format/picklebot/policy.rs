//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::lower::{Calls, ContainerRules, DetailRules, Fact, Facts, MissingIds, Policy, TextRules};

pub(super) const PICKLEBOT: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[Fact::Times, Fact::AnswerFirst, Fact::Calls, Fact::CallIds]),
    details: DetailRules { is_resumed: true, ..Policy::BASE.details },
    // The library drops a line that has half of a surrogate pair.
    text: TextRules { join: Some(""), has_halves: false, ..Policy::BASE.text },
    calls: Calls { missing_ids: MissingIds::Make, ..Policy::BASE.calls },
    container: ContainerRules { keeps: |_, _, _| false, ..Policy::BASE.container },
    ..Policy::BASE
};
