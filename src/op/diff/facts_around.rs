//! The facts of a conversation, of its tools and of its branches: everything outside of its messages.

use super::facts::{Maker, Piece};
use super::options::Class;
use crate::json::At;
use crate::model::{Branch, Conversation, OutputRequest, ToolKind, ToolSpec};

impl Maker<'_> {
    /// The fields around the messages, tools and branches not included.
    pub(super) fn conversation<'c>(&mut self, conversation: &'c Conversation<'c>) -> Piece<'c> {
        let mut piece = Piece { name: "conversation", at: At::byte(0), ..Piece::default() };
        self.text(&mut piece, "id", Class::Ids, conversation.id.as_ref(), conversation.id_at);
        self.output(&mut piece, conversation.output.as_deref());
        self.extras(&mut piece, &conversation.extras);
        self.close(&mut piece);
        piece
    }

    /// A tool that is offered.
    pub(super) fn tool<'c>(&mut self, tool: &'c ToolSpec<'c>) -> Piece<'c> {
        let mut piece = Piece { name: "tool", at: tool.at, ..Piece::default() };
        self.text(&mut piece, "name", Class::Tools, Some(&tool.name), tool.at);
        self.text(
            &mut piece,
            "description",
            Class::Tools,
            tool.description.as_ref().filter(|text| !text.is_empty()),
            tool.at,
        );
        if let Some(parameters) = &tool.parameters {
            self.json(&mut piece, "parameters".into(), Class::Tools, parameters.as_str().into(), tool.at);
        }
        let strict = tool.strict_at().into_iter();
        strict.for_each(|at| self.words(&mut piece, "strict", Class::Tools, "true".into(), at));
        if let Some(raw) = tool.raw.as_ref().filter(|_| tool.kind == ToolKind::Hosted) {
            self.json(&mut piece, "definition".into(), Class::Tools, raw.as_str().into(), tool.at);
        }
        match tool.kind {
            ToolKind::Function | ToolKind::Hosted => {}
            ToolKind::LegacyFunction => self.words(&mut piece, "kind", Class::Tools, "legacy".into(), tool.at),
            ToolKind::Custom => self.words(&mut piece, "kind", Class::Tools, "custom".into(), tool.at),
        }
        self.cache(&mut piece, tool.cache.as_deref());
        self.extras(&mut piece, &tool.extras);
        self.close(&mut piece);
        piece
    }

    /// A path through the messages.
    pub(super) fn branch<'c>(&mut self, branch: &'c Branch<'c>) -> Piece<'c> {
        let mut piece = Piece { name: "branch", at: branch.at, ..Piece::default() };
        self.text(&mut piece, "id", Class::Ids, branch.id.as_ref(), branch.at);
        self.text(&mut piece, "name", Class::Order, branch.name.as_ref(), branch.at);
        let order: Vec<_> = branch.order.iter().map(|step| crate::json::quoted(&step.id.decode_json())).collect();
        self.json(&mut piece, "order".into(), Class::Order, format!("[{}]", order.join(",")).into(), branch.at);
        if let Some(system) = &branch.system {
            self.text(&mut piece, "system", Class::Order, Some(&system.id), system.at);
        }
        self.extras(&mut piece, &branch.extras);
        self.close(&mut piece);
        piece
    }

    pub(super) fn output<'c>(&mut self, piece: &mut Piece<'c>, output: Option<&'c OutputRequest<'c>>) {
        let Some(output) = output else { return };
        if let Some(schema) = &output.schema {
            self.json(piece, "output".into(), Class::Settings, schema.as_str().into(), output.at);
        }
        self.text(piece, "output-name", Class::Settings, output.name.as_ref(), output.at);
        self.text(piece, "output-class", Class::Settings, output.class.as_ref(), output.at);
        let strict = output.strict_at().into_iter();
        strict.for_each(|at| self.words(piece, "output-strict", Class::Settings, "true".into(), at));
        self.extras(piece, &output.extras);
    }
}
