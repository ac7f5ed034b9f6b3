//! The facts of a conversation, of its tools and of its branches: everything outside its messages.

use super::facts::{FactGroup, FactMaker};
use super::options::Class;
use crate::json::short_lists;
use crate::json::{At, Tape};
use crate::lower::{Meaning, RequestSettings};
use crate::model::{Branch, Conversation, OutputRequest, Preference, Slot, ToolKind, ToolSpec};

impl FactMaker {
    /// The fields of the conversation, without messages, tools and branches.
    pub(super) fn conversation<'c>(&mut self, conversation: &'c Conversation<'c>) -> FactGroup<'c> {
        let mut piece = FactGroup { name: "conversation", at: At::byte(0), ..FactGroup::default() };
        self.text(&mut piece, "id", Class::Ids, conversation.id.as_ref(), conversation.id_at);
        self.output(&mut piece, conversation.output.as_deref());
        if let Some(preference) = &conversation.preference {
            self.preference(&mut piece, preference);
        }
        self.extras(&mut piece, &conversation.extras);
        self.close(&mut piece);
        piece
    }

    /// The facts about the answers: their messages are compared like all others, so only their starts are listed here.
    fn preference<'c>(&mut self, piece: &mut FactGroup<'c>, preference: &'c Preference<'c>) {
        let rating = &preference.rating;
        if let Some(first) = preference.others.first() {
            let starts = std::iter::once(preference.start).chain(preference.others.iter().map(|answer| answer.start));
            let starts: Vec<_> = starts.map(|start| start.to_string()).collect();
            let at = At::byte(first.span.start);
            self.json(piece, "answers".into(), Class::Content, format!("[{}]", starts.join(",")).into(), at);
        } else if let Some(verdict) = rating.verdict {
            self.words(piece, "rating", Class::Content, verdict.is_good.to_string().into(), verdict.at);
        }
        for step in &preference.steps {
            self.words(piece, "rating", Class::Content, step.is_good.to_string().into(), step.at);
        }
        for rating in std::iter::once(rating).chain(preference.others.iter().map(|answer| &answer.rating)) {
            if let Some((score, at)) = &rating.score {
                self.json(piece, "score".into(), Class::Content, score.as_str().into(), *at);
            }
        }
    }

    /// The same, for a comparison with a request of another format: settings by meaning.
    pub(super) fn request<'c>(
        &mut self,
        conversation: &'c Conversation<'c>,
        settings: &RequestSettings,
    ) -> FactGroup<'c> {
        let mut piece = self.conversation(conversation);
        let of_output = conversation.output.iter().flat_map(|output| output.extras.fields());
        let of_output = of_output.filter(|extra| extra.slot == Slot::Settings);
        let fields = conversation.extras.fields().iter().chain(of_output);
        let places: Vec<_> =
            fields.filter(|extra| settings.is_sent(conversation, extra)).map(|extra| extra.at).collect();
        piece.facts.retain(|fact| !(fact.is_extra && places.contains(&fact.at)));
        let mut sent = settings.sent(conversation, &mut Tape::new());
        // Of two names for the same setting, the older one follows the newer one, in every format.
        short_lists::sort_by_key(&mut sent, |it| match it.meaning {
            Some(Meaning::Value(setting, ..)) => Some(setting),
            Some(Meaning::Choice(_) | Meaning::Part) | None => None,
        });
        for it in sent {
            let Some((name, value)) = it.shared() else { continue };
            let before = piece.facts.len();
            self.json(&mut piece, name.into(), Class::Metadata, value.into(), it.at);
            piece.facts.iter_mut().skip(before).for_each(|fact| fact.is_extra = true);
        }
        self.close(&mut piece);
        piece
    }

    /// A tool definition.
    pub(super) fn tool<'c>(&mut self, tool: &'c ToolSpec<'c>) -> FactGroup<'c> {
        let mut piece = FactGroup { name: "tool", at: tool.at, ..FactGroup::default() };
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
    pub(super) fn branch<'c>(&mut self, branch: &'c Branch<'c>) -> FactGroup<'c> {
        let mut piece = FactGroup { name: "branch", at: branch.at, ..FactGroup::default() };
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

    pub(super) fn output<'c>(&mut self, piece: &mut FactGroup<'c>, output: Option<&'c OutputRequest<'c>>) {
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
