//! The parts of a request outside the messages: tool definitions, structured output, fields of the record.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::json::{At, Layout, Node, Out, Raw, Text};
use crate::lower::context::Lowering;
use crate::lower::outline::{OutlineRole, OutlineTool, OutlineTurn, Output};
use crate::lower::policy::{Fact, MarkPlaces, OutputName, ToolSchema};
use crate::model::{Extra, ToolKind, ToolSpec};
use crate::report::{Refused, loss};

/// The schema of a tool with free text as input.
const FREE_TEXT: &str = r#"{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}"#;

/// The schema of a tool without a known schema.
const ANYTHING: &str = r#"{"type":"object"}"#;

impl<'c> Lowering<'c, '_> {
    /// The definitions that are written.
    pub(super) fn tools(&mut self) -> Result<Vec<OutlineTool<'c>>, Refused> {
        let mut tools = Vec::new();
        let mut seen = HashMap::new();
        for spec in self.conversation.tools.iter().filter(|_| self.policy.has(Fact::Tools)) {
            if spec.kind == ToolKind::Hosted {
                // Those of other services are reported with the facts that the target cannot represent.
                let raw = spec.raw.as_ref().filter(|_| self.policy.holds(spec.origin));
                tools.extend(raw.map(|raw| OutlineTool {
                    spec,
                    name: spec.name.borrow(),
                    schema: None,
                    strict: None,
                    raw: Some(raw),
                    mark: None,
                }));
                continue;
            }
            let name = self.tool_name(&spec.name, spec.at)?;
            if self.policy.tools.schema_rules.are_checked() && !self.is_first(spec, &mut seen)? {
                continue;
            }
            let schema = self.schema(spec).map(|schema| self.json_types(spec, schema));
            if !self.takes_schema(spec, schema.as_deref())? {
                self.drop_mark(spec.cache.as_deref());
                continue;
            }
            let mark =
                self.mark(spec.cache.as_deref()).filter(|_| self.policy.record.cache.places == MarkPlaces::AllAndTools);
            if mark.is_none() {
                self.drop_mark(spec.cache.as_deref());
            }
            let is_strict = spec.strict.is_some_and(|(is_strict, _)| is_strict) && self.policy.has(Fact::StrictTools);
            let strict = is_strict.then_some(true);
            tools.push(OutlineTool { spec, name, schema, strict, raw: None, mark });
        }
        Ok(tools)
    }

    /// False for a repeated identical definition of a tool, which is dropped.
    ///
    /// # Errors
    /// The tool was defined before with another definition.
    fn is_first(
        &mut self,
        spec: &'c ToolSpec<'c>,
        seen: &mut HashMap<Cow<'c, str>, &'c ToolSpec<'c>>,
    ) -> Result<bool, Refused> {
        let other = match seen.entry(spec.name.decode()) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                entry.insert(spec);
                return Ok(true);
            }
        };
        let words = |tool: &ToolSpec<'_>| tool.description.as_ref().map(|text| text.decode().into_owned());
        let schema = |tool: &ToolSpec<'_>| tool.parameters.as_ref().map(|raw| raw.as_str().to_owned());
        if words(other) == words(spec) && schema(other) == schema(spec) {
            self.report.add(&loss::TOOLS, spec.at, || {
                format!("the definition of `{}` is dropped: it appears twice", spec.name.show())
            });
            return Ok(false);
        }
        let name = self.policy.name;
        let why = format!("{name} rejects two tools with the name `{}`: tool names must be unique", spec.name.show());
        Err(Refused::new(&loss::CANNOT_HOLD, self.conversation.place(&spec.name, spec.at), why)
            .helping("rename or remove one of them in the source"))
    }

    fn schema(&mut self, spec: &'c ToolSpec<'c>) -> Option<Cow<'c, str>> {
        if spec.kind == ToolKind::Custom && !self.policy.has(Fact::CustomCalls) {
            self.report.add(&loss::CUSTOM_CALL, spec.at, || {
                format!("the free text of the tool `{}` becomes the member `input` of an object", spec.name.show())
            });
            // They describe the text.
            self.drop_around_own(&spec.extras);
            return Some(Cow::Borrowed(FREE_TEXT));
        }
        let given = spec.parameters.as_ref().map(Raw::as_str);
        let rule = self.policy.tools.schema;
        let made = if let ToolSchema::Made(schema) = rule { Some(schema) } else { None };
        if given.is_some_and(|schema| !schema.starts_with('{')) && rule != ToolSchema::Any {
            self.report.add(&loss::MADE_SCHEMA, spec.at, || {
                format!(
                    "the schema of `{}` is not a JSON object; it is replaced by one that accepts every object",
                    spec.name.show()
                )
            });
            return Some(Cow::Borrowed(made.unwrap_or(ANYTHING)));
        }
        if let Some(made) = made.filter(|_| given.is_none()) {
            self.report.add(&loss::MADE_SCHEMA, spec.at, || {
                format!("an empty schema is generated for `{}`", spec.name.show())
            });
            return Some(Cow::Borrowed(made));
        }
        let is_fine = match rule {
            ToolSchema::Object | ToolSchema::Any | ToolSchema::Made(_) => true,
            ToolSchema::TypedOrNone => given.is_none(),
            ToolSchema::Typed => false,
        };
        if is_fine {
            return given.map(Cow::Borrowed);
        }
        // The schema must be an object with a `type`; elsewhere `{}` is sufficient.
        let root = given.and_then(|schema| self.scratch.parse(schema).ok());
        if root.is_some_and(|root| root.is_object() && root.get("type").is_some()) {
            return given.map(Cow::Borrowed);
        }
        let mut out = Out::new(Layout::Compact);
        out.object(|out| {
            out.key("type").word("object");
            for (key, value) in root.iter().flat_map(Node::members) {
                out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
            }
        });
        self.report.add(&loss::MADE_SCHEMA, spec.at, || {
            format!("the type of the schema of `{}` is generated", spec.name.show())
        });
        Some(Cow::Owned(out.written().into_owned()))
    }

    /// The request for structured output, as the target accepts it.
    pub(super) fn output(&mut self, turns: &[OutlineTurn<'_>]) -> Option<Output<'c>> {
        let request = self.conversation.output.as_deref()?;
        if !self.policy.has(Fact::Output) {
            self.drop_around_own(&request.extras);
            return None;
        }
        let is_question = |turn: &OutlineTurn<'_>| turn.speaker == OutlineRole::User;
        let rule = self.policy.record.output.name;
        if rule == OutputName::Class && !turns.last().is_some_and(is_question) {
            // An existing answer is not requested again.
            self.report
                .add(&loss::OUTPUT_REQUEST, request.at, || "there is no question at the end to ask it with".to_owned());
            return None;
        }
        if let Some(class) = request.class.as_ref().filter(|_| rule != OutputName::Class) {
            self.report.add(&loss::OUTPUT_REQUEST, request.at, || {
                format!("the class `{}` of the schema is dropped", class.show())
            });
        }
        let mut schema = request.schema.as_ref().map(|schema| Cow::Borrowed(schema.as_str()));
        if schema.as_ref().is_some_and(|schema| !schema.starts_with('{')) {
            self.report.add(&loss::OUTPUT_REQUEST, request.at, || {
                "the request for structured output is dropped: its schema is not a JSON object".to_owned()
            });
            return None;
        }
        if schema.is_none() && self.policy.record.output.needs_schema {
            self.report.add(&loss::OUTPUT_REQUEST, request.at, || "a request without a schema is dropped".to_owned());
            return None;
        }
        if let Some(Cow::Borrowed(given)) = schema {
            let is_strict = request.strict.is_some_and(|(is_strict, _)| is_strict);
            schema = Some(self.output_schema(given, is_strict, request.at)?);
        }
        let has_none = matches!(rule, OutputName::Drop | OutputName::Class);
        let name = match &request.name {
            Some(name) if !has_none => Some(self.schema_name(name, request.at)),
            None if rule == OutputName::Needed => {
                self.report.add(&loss::MADE_NAME, request.at, || "the schema name `output` is generated".to_owned());
                Some(Text::Token("output"))
            }
            Some(name) => {
                self.report.drop_named_field(request.at, &Text::Token("name"), |_| {
                    format!("the name `{}` of the schema is dropped", name.show())
                });
                None
            }
            None => None,
        };
        if has_none {
            self.drop_around_own(&request.extras);
        }
        Some(Output { request, name, schema })
    }

    fn schema_name(&mut self, name: &'c Text<'c>, at: At) -> Text<'c> {
        let Some(rule) = self.policy.tools.schema_rules.names() else { return name.borrow() };
        let decoded = name.decode();
        if rule.holds(&decoded) {
            return name.borrow();
        }
        let new = if decoded.is_empty() { "output".to_owned() } else { rule.replaced(&decoded) };
        self.report.add(&loss::MADE_NAME, at, || format!("the schema name `{}` became `{new}`", name.show()));
        Text::owned(new)
    }

    /// Extra fields of the record that are kept; the others are reported.
    pub(super) fn fields(&mut self) -> Vec<&'c Extra<'c>> {
        let conversation = self.conversation;
        if !self.policy.holds(conversation.extras.origin()) {
            return Vec::new();
        }
        let mut kept = Vec::new();
        for extra in conversation.extras.fields() {
            if (self.policy.record.keeps)(conversation, extra.slot, &extra.key.decode()) {
                kept.push(extra);
            } else if !extra.is_note && !extra.value.is_null() {
                self.report.drop_field(extra.at, &extra.key);
            }
        }
        kept
    }

    /// A list cannot represent the id of the conversation.
    pub(super) fn drop_id(&mut self) {
        let conversation = self.conversation;
        if let Some(id) = conversation.id.as_ref().filter(|_| self.policy.has(Fact::ConversationId)) {
            self.report.add(&loss::CONVERSATION_ID, conversation.id_at, || {
                format!("the conversation id `{}` is dropped: a list has none", id.show())
            });
        }
    }

    /// A bare list cannot represent tools and settings.
    pub(super) fn drop_around(&mut self) {
        let conversation = self.conversation;
        if let Some(id) = conversation.id.as_ref().filter(|_| self.policy.has(Fact::ConversationId)) {
            self.report.add(&loss::CONVERSATION_ID, conversation.id_at, || {
                format!("the conversation id `{}` is dropped", id.show())
            });
        }
        for spec in conversation.tools.iter().filter(|_| self.policy.has(Fact::Tools)) {
            if spec.is_in_text || (spec.kind == ToolKind::Hosted && !self.policy.holds(spec.origin)) {
                continue;
            }
            self.report.add(&loss::TOOLS, spec.at, || format!("the definition of `{}` is dropped", spec.name.show()));
            self.drop_strict(spec.strict_at(), Fact::StrictTools);
            self.drop_mark(spec.cache.as_deref());
            self.drop_around_own(&spec.extras);
        }
        if let Some(request) = conversation.output.as_deref() {
            if self.policy.has(Fact::Output) {
                self.report
                    .add(&loss::OUTPUT_REQUEST, request.at, || "the structured-output request is dropped".to_owned());
            }
            self.drop_strict(request.strict_at(), Fact::StrictOutput);
            self.drop_around_own(&request.extras);
        }
        self.drop_around_own(&conversation.extras);
    }

    fn drop_strict(&mut self, at: Option<At>, fact: Fact) {
        if let Some(at) = at.filter(|_| self.policy.has(fact)) {
            self.report.drop_field(at, &Text::Token("strict"));
        }
    }
}
