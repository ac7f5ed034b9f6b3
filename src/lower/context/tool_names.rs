//! Names of tools that a target accepts, by the names in the source.

use std::collections::{HashMap, HashSet};

use crate::json::Text;
use crate::lower::ids::rewrite_id;
use crate::lower::policy::NameRule;
use crate::model::{Conversation, Part, ToolKind};

/// New names by the old ones.
#[derive(Debug)]
pub(crate) struct ToolNames(pub(crate) HashMap<String, String>);

impl ToolNames {
    pub(crate) fn of(conversation: &Conversation<'_>, rule: &NameRule) -> Self {
        let defined = conversation.tools.iter().filter(|tool| tool.kind != ToolKind::Hosted).map(|tool| &tool.name);
        let used = conversation.parts().filter_map(|part| match part {
            Part::Call(call) => Some(&call.name),
            Part::Result(result) => result.name.as_ref(),
            Part::Text(_) | Part::Refusal(_) | Part::Reasoning(_) | Part::Media(_) | Part::Opaque(_) => None,
        });
        let names: HashSet<_> = defined.chain(used).map(Text::decode).collect();
        let mut taken: HashMap<String, usize> = HashMap::new();
        #[expect(clippy::iter_over_hash_type, reason = "they are counted")]
        for name in &names {
            let name = if rule.holds(name) { name.clone().into_owned() } else { rule.replaced(name) };
            *taken.entry(name).or_default() += 1;
        }
        let new = |name: &str| {
            let new = rule.replaced(name);
            let is_clear = taken.get(&new) == Some(&1) && new.chars().any(char::is_alphanumeric);
            if is_clear { new } else { rewrite_id(name, rule.is_good, rule.limit) }
        };
        Self(names.iter().filter(|name| !rule.holds(name)).map(|name| (name.to_string(), new(name))).collect())
    }
}

impl NameRule {
    /// The name with `_` for each character that is not allowed.
    pub(crate) fn replaced(&self, name: &str) -> String {
        name.chars().take(self.limit).map(|found| if (self.is_good)(found) { found } else { '_' }).collect()
    }
}
