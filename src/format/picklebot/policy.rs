//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::lower::{Calls, DetailRules, Fact, Facts, MissingIds, Policy, RecordRules, TextRules, ToolRules};

pub(super) const PICKLEBOT: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[Fact::Times, Fact::AnswerFirst, Fact::Calls, Fact::CallIds]),
    details: DetailRules { is_resumed: true, ..DetailRules::BASE },
    // The library drops a line that has half of a surrogate pair.
    text: TextRules { join: Some(""), has_halves: false, ..TextRules::BASE },
    tools: ToolRules { calls: Calls { missing_ids: MissingIds::Make, ..Calls::BASE }, ..ToolRules::BASE },
    record: RecordRules { keeps: |_, _, _| false, ..RecordRules::BASE },
    ..Policy::BASE
};
