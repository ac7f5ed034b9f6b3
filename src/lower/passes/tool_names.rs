//! Names of tools that a target accepts. A name that it rejects is replaced, in the same way in definitions, calls and
//! results.

use crate::json::{At, Text};
use crate::lower::context::{Lowering, ToolNames};
use crate::report::{Refused, loss};

impl<'c> Lowering<'c, '_> {
    /// The name of a tool, as the target accepts it. A change is reported.
    ///
    /// # Errors
    /// The name is empty.
    pub(super) fn tool_name(&mut self, name: &'c Text<'c>, at: At) -> Result<Text<'c>, Refused> {
        let Some(rule) = &self.policy.tools.calls.names else { return Ok(name.borrow()) };
        let decoded = name.decode();
        if rule.holds(&decoded) {
            return Ok(name.borrow());
        }
        let at = self.conversation.place(name, at);
        let target = self.policy.name;
        if decoded.is_empty() {
            let why = format!("{target} rejects a tool without a name");
            return Err(Refused::new(&loss::CANNOT_HOLD, at, why).helping("give the tool a name in the source"));
        }
        let names = self.lookups.tool_names.get_or_init(|| ToolNames::of(self.conversation, rule));
        let Some(new) = names.0.get(&*decoded) else { return Ok(name.borrow()) };
        self.report.add(&loss::TOOL_NAME, at, || {
            format!("the tool name `{}` became `{new}`: {target} accepts {}", name.show(), rule.words)
        });
        Ok(Text::owned(new.as_str()))
    }

    /// The name on a result, which is that of its call.
    pub(super) fn result_name(&self, name: &'c Text<'c>) -> Text<'c> {
        let Some(rule) = &self.policy.tools.calls.names else { return name.borrow() };
        let decoded = name.decode();
        if rule.holds(&decoded) {
            return name.borrow();
        }
        let names = self.lookups.tool_names.get_or_init(|| ToolNames::of(self.conversation, rule));
        names.0.get(&*decoded).map_or_else(|| name.borrow(), |new| Text::owned(new.as_str()))
    }
}
