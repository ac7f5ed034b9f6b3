//! Names of tools as a target takes them. A name that it refuses becomes one that it takes, the same in definitions, calls and
//! results.

use std::collections::{HashMap, HashSet};

use crate::json::{At, Text};
use crate::lower::context::Lowering;
use crate::lower::ids::rewrite_id;
use crate::lower::policy::NameRule;
use crate::model::{Conversation, Part, ToolKind};
use crate::report::{Refused, loss};

/// New names by the old ones.
#[derive(Debug)]
pub(in crate::lower) struct ToolNames(HashMap<String, String>);

impl ToolNames {
    fn of(conversation: &Conversation<'_>, rule: &NameRule) -> Self {
        let defined = conversation.tools.iter().filter(|tool| tool.kind != ToolKind::Hosted).map(|tool| &tool.name);
        let used = conversation.parts().filter_map(|part| match part {
            Part::Call(call) => Some(&call.name),
            Part::Result(result) => result.name.as_ref(),
            Part::Text(_) | Part::Refusal(_) | Part::Reasoning(_) | Part::Media(_) | Part::Opaque(_) => None,
        });
        let names: HashSet<_> = defined.chain(used).map(Text::decode).collect();
        let mut taken: HashMap<String, usize> = HashMap::new();
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
    /// The name with `_` for each character that may not be in one.
    pub(super) fn replaced(&self, name: &str) -> String {
        name.chars().take(self.limit).map(|found| if (self.is_good)(found) { found } else { '_' }).collect()
    }
}

impl<'c> Lowering<'c, '_> {
    /// The name of a tool as the target takes it. A change is reported.
    ///
    /// # Errors
    /// The name is empty.
    pub(super) fn tool_name(&mut self, name: &'c Text<'c>, at: At) -> Result<Text<'c>, Refused> {
        let Some(rule) = &self.policy.calls.names else { return Ok(name.borrow()) };
        let decoded = name.decode();
        if rule.holds(&decoded) {
            return Ok(name.borrow());
        }
        let at = self.conversation.place(name, at);
        let target = self.policy.name;
        if decoded.is_empty() {
            let why = format!("{target} refuses a tool without a name");
            return Err(Refused::new(&loss::CANNOT_HOLD, at, why).helping("give the tool a name in the source"));
        }
        let names = self.tool_names.get_or_init(|| ToolNames::of(self.conversation, rule));
        let Some(new) = names.0.get(&*decoded) else { return Ok(name.borrow()) };
        self.report.add(&loss::TOOL_NAME, at, || {
            format!("the tool name `{}` became `{new}`: {target} takes {}", name.show(), rule.words)
        });
        Ok(Text::owned(new.as_str()))
    }

    /// The name on a result, which is that of its call.
    pub(super) fn result_name(&self, name: &'c Text<'c>) -> Text<'c> {
        let Some(rule) = &self.policy.calls.names else { return name.borrow() };
        let decoded = name.decode();
        if rule.holds(&decoded) {
            return name.borrow();
        }
        let names = self.tool_names.get_or_init(|| ToolNames::of(self.conversation, rule));
        names.0.get(&*decoded).map_or_else(|| name.borrow(), |new| Text::owned(new.as_str()))
    }
}
