//! The settings of a request, and those that the target supports.

use crate::json::{At, Node, Out, Tape, Text, quoted, short_lists};
use crate::lower::context::Lowering;
use crate::lower::outline::{Outline, OutlineTool, SettingMember};
use crate::lower::policy::{Beside, RequestSettings, Setting, SettingPath, SettingRow, ToolChoice, minified};
use crate::model::{Conversation, Extra, Slot};
use crate::report::loss;

/// A member of a request next to the messages: a setting, or a member that only its format has.
#[derive(Clone, Debug, PartialEq)]
pub struct SentSetting {
    /// The keys from the body to the member.
    pub path: Vec<String>,
    /// The place.
    pub at: At,
    /// Its value, as JSON text.
    pub value: String,
    /// The meaning. `None`: other formats have no such setting.
    pub meaning: Option<Meaning>,
}

/// The meaning of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A setting, the number of its row in the table, and its value.
    Value(Setting, usize, String),
    /// Tool choice.
    Choice(ToolChoice),
    /// It is part of another setting.
    Part,
}

impl SentSetting {
    /// The setting in terms that all formats share: a name and JSON text. `None`: it is part of another setting.
    #[must_use]
    pub fn shared(&self) -> Option<(String, String)> {
        Some(match &self.meaning {
            None => (self.path.join("."), self.value.clone()),
            Some(Meaning::Part) => return None,
            Some(Meaning::Choice(choice)) => ("tool-choice".to_owned(), choice.json()),
            Some(Meaning::Value(setting, _, value)) => {
                let is_json = Tape::new().parse(value).is_ok();
                (setting.name().to_owned(), if is_json { value.clone() } else { quoted(value) })
            }
        })
    }
}

impl RequestSettings {
    /// True if the extra field is a member of the request.
    #[must_use]
    pub fn is_sent(&self, conversation: &Conversation<'_>, extra: &Extra<'_>) -> bool {
        self.object_around(conversation, extra).is_some()
    }

    /// The object of the request in which an extra field is.
    fn object_around(&self, conversation: &Conversation<'_>, extra: &Extra<'_>) -> Option<SettingPath> {
        if is_request(conversation) { (self.object)(extra.slot, &extra.key) } else { None }
    }

    /// The members of a request, except messages, tools and the schema of the answer.
    #[must_use]
    pub fn sent(&self, conversation: &Conversation<'_>, scratch: &mut Tape) -> Vec<SentSetting> {
        let of_output = conversation.output.iter().flat_map(|output| output.extras.fields());
        let of_output = of_output.filter(|extra| extra.slot == Slot::Settings);
        let mut found = Vec::new();
        for extra in conversation.extras.fields().iter().chain(of_output) {
            let Some(object) = self.object_around(conversation, extra).filter(|_| !extra.is_note) else { continue };
            let mut path: Vec<_> = object.iter().map(|key| (*key).to_owned()).collect();
            path.push(self.key(&path, &extra.key.decode()));
            if let Ok(root) = scratch.parse(extra.value.as_str()) {
                self.walk(root, &mut path, extra.at, &mut found);
            }
        }
        if !found.is_empty() {
            self.settle(&mut found);
        }
        found
    }

    fn walk(&self, node: Node<'_, '_>, path: &mut Vec<String>, start: At, found: &mut Vec<SentSetting>) {
        if node.is_null() {
            return;
        }
        let at = start.offset().and_then(|start| Some(At::byte(start + node.at().offset()?))).unwrap_or(start);
        let mut add = |path: &[String], meaning| {
            found.push(SentSetting { path: path.to_vec(), at, value: minified(node.raw()), meaning });
        };
        let is_choice = self.choice.path == path.as_slice();
        if is_choice {
            let choice = (self.choice.read)(node);
            let is_known = choice.is_some();
            add(path, choice.map(Meaning::Choice));
            if !is_known {
                return;
            }
        } else if let Some((index, row)) = self.at(path) {
            let value = row.form.read(node);
            return add(path, value.map(|value| Meaning::Value(row.setting, index, value)));
        } else if let Some(json) = self.beside(path) {
            return add(path, (minified(node.raw()) == json).then_some(Meaning::Part));
        }
        let says_something = || node.members().any(|(_, value)| !value.is_null());
        if self.is_object(path) && node.is_object() && says_something() {
            for (key, value) in node.members() {
                let Some(key) = key.text() else { continue };
                path.push(self.key(path, &key.decode()));
                // The parts of a tool choice were read with it.
                if !is_choice || self.at(path).is_some() {
                    self.walk(value, path, start, found);
                }
                path.pop();
            }
        } else if !is_choice {
            add(path, None);
        }
    }

    /// The JSON text that is always next to a setting at this path.
    fn beside(&self, path: &[String]) -> Option<&'static str> {
        self.rows.iter().find_map(|row| match row.beside {
            Beside::Always(there, json) if there == path => Some(json),
            Beside::Always(..) | Beside::Default(..) | Beside::Nothing => None,
        })
    }

    /// Ignores settings without the member that must be next to them.
    fn settle(&self, found: &mut [SentSetting]) {
        for row in self.rows {
            let Beside::Always(path, _) = row.beside else { continue };
            let has = |path: &[&str], found: &[SentSetting]| {
                found.iter().any(|it| it.meaning.is_some() && path == it.path.as_slice())
            };
            let is_whole = has(path, found) && has(row.path, found);
            for it in found.iter_mut().filter(|it| path == it.path.as_slice() || row.path == it.path.as_slice()) {
                if !is_whole {
                    it.meaning = None;
                }
            }
        }
    }
}

/// The record is a request, not an answer or a list of messages.
pub(super) fn is_request(conversation: &Conversation<'_>) -> bool {
    matches!(conversation.source.shape, "body" | "batch" | "preference")
}

impl Lowering<'_, '_> {
    /// The settings that are written; all other fields of the request are reported.
    pub(super) fn settings(
        &mut self,
        source: &'static RequestSettings,
        tools: &[OutlineTool<'_>],
    ) -> Vec<SettingMember> {
        let Some(target) = self.policy.record.settings else { return Vec::new() };
        let mut sent = source.sent(self.conversation, self.scratch);
        // If a setting appears twice, the place that the source format writes is used.
        short_lists::sort_by_key(&mut sent, |it| match &it.meaning {
            Some(Meaning::Value(_, row, _)) => row + 1,
            Some(Meaning::Choice(_)) => 0,
            Some(Meaning::Part) | None => usize::MAX,
        });
        let mut members = Vec::new();
        let mut written_settings = Vec::new();
        for it in &sent {
            let done = match &it.meaning {
                None => Err(String::new()),
                Some(Meaning::Part) => continue,
                Some(Meaning::Choice(choice)) => chosen(choice, target, tools).map(|choice| members.extend(choice)),
                Some(Meaning::Value(setting, _, _)) if written_settings.contains(setting) => {
                    Err("another field already sets it".to_owned())
                }
                Some(Meaning::Value(setting, _, value)) => {
                    let row = written(target, *setting, value, tools, &mut members);
                    row.map(|row| {
                        written_settings.push(*setting);
                        self.warn(row, source, it.at);
                    })
                }
            };
            if let Err(why) = done {
                self.drop_setting(it, &why);
            }
        }
        self.need(target, &written_settings);
        members
    }

    fn drop_setting(&mut self, it: &SentSetting, why: &str) {
        let colon = if why.is_empty() { "" } else { ": " };
        let name = Text::owned(it.path.join("."));
        self.report.drop_named_field(it.at, &name, |name| format!("the field `{name}` is dropped{colon}{why}"));
    }

    /// Reports a warning about a setting that is written.
    fn warn(&mut self, row: &SettingRow, source: &RequestSettings, at: At) {
        if let Some(rule) = row.warning {
            self.report.add_as(rule.code, rule.code.severity, at, || rule.code.summary.to_owned());
        }
        let is_family = source.family == self.policy.record.settings.map_or("", |target| target.family);
        if row.setting == Setting::Effort && !is_family {
            let target = self.policy.name;
            self.report.add(&loss::EFFORT, at, || format!("{target} weighs the same word for effort in its own way"));
        }
    }

    /// Reports a setting that the target requires and the source does not have.
    fn need(&mut self, target: &RequestSettings, written_settings: &[Setting]) {
        let Some((setting, rule)) = target.needs else { return };
        if !written_settings.contains(&setting) && !self.options.has_needed {
            self.report.add_as(rule.code, rule.code.severity, At::byte(0), || rule.code.summary.to_owned());
        }
    }
}

/// Adds the members of a setting.
///
/// # Errors
/// The target does not support the setting or its value; the reason.
fn written(
    target: &RequestSettings,
    setting: Setting,
    value: &str,
    tools: &[OutlineTool<'_>],
    members: &mut Vec<SettingMember>,
) -> Result<&'static SettingRow, String> {
    let row = target.place(setting).ok_or_else(String::new)?;
    let name = row.path.join(".");
    if setting == Setting::ParallelCalls && tools.is_empty() {
        return Err("no tool is defined".to_owned());
    }
    if members.iter().any(|(path, _)| *path == row.path) {
        return Err(format!("`{name}` is already set to another value"));
    }
    let json = row.form.write(value).map_err(|takes| format!("`{name}` must be {takes}"))?;
    let beside = match row.beside {
        Beside::Nothing => None,
        Beside::Always(path, json) => Some((path, json, "")),
        Beside::Default(path, json, refused) => Some((path, json, refused)),
    };
    if let Some((path, usual, refused)) = beside {
        match members.iter().find(|(there, _)| *there == path) {
            Some((_, json)) if json == refused => return Err(format!("`{name}` has no effect with {refused}")),
            Some(_) => {}
            None => members.push((path, usual.to_owned())),
        }
    }
    members.push((row.path, json));
    Ok(row)
}

/// The members of a tool choice, with the names of tools as they are written.
fn chosen(
    choice: &ToolChoice,
    target: &RequestSettings,
    tools: &[OutlineTool<'_>],
) -> Result<Vec<SettingMember>, String> {
    if tools.is_empty() {
        return Err("no tool is defined".to_owned());
    }
    let mut choice = choice.clone();
    let named: Vec<_> = match &mut choice {
        ToolChoice::One(tool) => vec![tool],
        ToolChoice::Some(_, tools) => tools.iter_mut().collect(),
        ToolChoice::Auto | ToolChoice::Required | ToolChoice::Never => Vec::new(),
    };
    for name in named {
        let tool = tools.iter().find(|tool| tool.raw.is_none() && tool.spec.name.is(&name.name));
        let tool =
            tool.ok_or_else(|| format!("the tool `{}` is not defined", Text::owned(name.name.as_str()).show()))?;
        name.name = tool.name.decode().into_owned();
        name.is_custom = tool.is_free_text();
    }
    (target.choice.write)(&choice).ok_or_else(String::new)
}

impl Outline<'_> {
    /// Writes the settings below `object` as members of the open object, except those with the keys `except`.
    pub fn write_settings(&self, object: &[&str], except: &[&str], out: &mut Out) {
        let mut done: Vec<&str> = except.to_vec();
        for (path, json) in &self.request.settings {
            let Some(rest) = path.strip_prefix(object) else { continue };
            let Some((key, inner)) = rest.split_first().filter(|(key, _)| !done.contains(key)) else { continue };
            if inner.is_empty() {
                out.key(key).verbatim(json);
                continue;
            }
            done.push(key);
            let below = [object, &[*key]].concat();
            out.key(key).object(|out| self.write_settings(&below, &[], out));
        }
    }
}
