//! Calls: ids, names and arguments as the target accepts them.

use std::borrow::Cow;

use crate::json::{At, Tape, Text, minify};
use crate::lower::context::Lowering;
use crate::lower::policy::MissingIds;
use crate::model::{Arguments, CallKind, ToolCall};
use crate::report::{Refused, Report, loss};

/// The arguments of a call as one JSON object, for targets that accept only objects.
///
/// # Errors
/// They are not an object, and `is_lossy` is not set.
pub fn object_arguments<'c>(
    (call, at): (&'c ToolCall<'c>, At),
    is_lossy: bool,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Cow<'c, str>, Refused> {
    if call.kind == CallKind::Custom {
        report.add(&loss::CUSTOM_CALL, at, || {
            format!("the text of the call of `{}` is put into an object", call.name.show())
        });
        return Ok(Cow::Owned(match &call.arguments {
            Arguments::Encoded(text) => format!("{{\"input\":\"{}\"}}", text.spelling()),
            Arguments::Object(raw) => format!("{{\"input\":{}}}", raw.as_str()),
        }));
    }
    let json = match &call.arguments {
        Arguments::Object(raw) if raw.as_str().starts_with('{') => return Ok(Cow::Borrowed(raw.as_str())),
        Arguments::Object(_) => None,
        Arguments::Encoded(text) if text.is_blank() => {
            report.add(&loss::ARGUMENTS, at, || "empty arguments became an empty object".to_owned());
            return Ok(Cow::Borrowed("{}"));
        }
        Arguments::Encoded(text) => Some(text.decode_json()),
    };
    if let Some(json) = json
        && scratch.parse(&json).is_ok_and(|root| root.is_object())
    {
        return Ok(compact(json));
    }
    let message = || format!("the arguments of the call of `{}` are not a JSON object", call.name.show());
    if !is_lossy {
        let refused = Refused::new(&loss::CANNOT_HOLD, at, message());
        return Err(refused.helping("--repair preserves them in the field `_raw`, --lossy drops them"));
    }
    report.add(&loss::ARGUMENTS_DROPPED, at, message);
    Ok(Cow::Borrowed("{}"))
}

/// Rejects a result without a call.
pub(super) fn no_call(at: At) -> Refused {
    let refused = Refused::new(&loss::CANNOT_HOLD, at, "a tool result answers no call");
    refused.helping("--repair turns it into user text")
}

/// White space before and after the object would be in the middle of the output.
fn compact(json: Cow<'_, str>) -> Cow<'_, str> {
    if json.len() == json.trim().len() {
        return json;
    }
    let mut bytes = Vec::with_capacity(json.len());
    minify(&json, &mut bytes);
    String::from_utf8(bytes).map_or(json, Cow::Owned)
}

impl<'c> Lowering<'c, '_> {
    /// The arguments as a JSON object.
    pub(super) fn object(&mut self, call: &'c ToolCall<'c>) -> Result<Cow<'c, str>, Refused> {
        match self.repaired(call) {
            Some(json) => Ok(Cow::Owned(json)),
            None => object_arguments(
                (call, self.conversation.place_of_arguments(call)),
                self.options.is_lossy,
                self.scratch,
                self.report,
            ),
        }
    }

    /// Broken arguments, if the target can repair them.
    fn repaired(&mut self, call: &ToolCall<'_>) -> Option<String> {
        let repair = self.policy.tools.calls.repair?;
        let Arguments::Encoded(text) = &call.arguments else { return None };
        if call.kind == CallKind::Custom || text.is_blank() {
            return None;
        }
        let json = text.decode_json();
        if self.scratch.parse(&json).is_ok() {
            return None;
        }
        let repaired = repair(&json, self.scratch).filter(|repaired| repaired.starts_with('{'))?;
        let name = self.policy.name;
        self.report.add(&loss::ARGUMENTS, self.conversation.place_of_arguments(call), || {
            format!(
                "the arguments of the call of `{}` are not JSON; they are repaired as {name} does it",
                call.name.show()
            )
        });
        Some(repaired)
    }

    /// The arguments as a JSON value; `None` if they are a text that is not an object.
    pub(super) fn value(&mut self, call: &'c ToolCall<'c>) -> Result<Option<Cow<'c, str>>, Refused> {
        let is_custom = call.kind == CallKind::Custom;
        match &call.arguments {
            Arguments::Object(raw) if !is_custom => {
                if raw.as_str().starts_with('"') || raw.is_null() {
                    self.report.add(&loss::ARGUMENTS, self.conversation.place_of_arguments(call), || {
                        "arguments that are not an object".to_owned()
                    });
                }
                Ok(Some(Cow::Borrowed(raw.as_str())))
            }
            Arguments::Encoded(text)
                if !is_custom
                    && !text.is_blank()
                    && !self.scratch.parse(&text.decode_json()).is_ok_and(|root| root.is_object()) =>
            {
                Ok(None)
            }
            Arguments::Object(_) | Arguments::Encoded(_) => object_arguments(
                (call, self.conversation.place_of_arguments(call)),
                self.options.is_lossy,
                self.scratch,
                self.report,
            )
            .map(Some),
        }
    }

    /// Arguments that are the JSON text of an object, or already a value. `None`: any other text.
    pub(super) fn opened(&mut self, call: &'c ToolCall<'c>) -> Option<Cow<'c, str>> {
        match &call.arguments {
            Arguments::Object(raw) => {
                if raw.as_str().trim_start().starts_with('"') {
                    self.report.add(&loss::ARGUMENTS, self.conversation.place_of_arguments(call), || {
                        "arguments that are a string are taken for JSON text".to_owned()
                    });
                }
                Some(Cow::Borrowed(raw.as_str()))
            }
            Arguments::Encoded(text) => {
                let json = text.decode_json();
                self.scratch.parse(&json).is_ok_and(|root| root.is_object()).then_some(json)
            }
        }
    }

    /// The id of a call or of the result that answers it: its own id, rewritten if necessary, or a generated one.
    ///
    /// # Errors
    /// It is a result without an id that answers no call.
    pub(super) fn id(
        &mut self,
        own: Option<&'c Text<'c>>,
        (message, part): (usize, usize),
        at: At,
    ) -> Result<Option<Text<'c>>, Refused> {
        if self.call_ids.are_dropped {
            return Ok(None);
        }
        if self.message.is_stored {
            return Ok(own.map(Text::borrow));
        }
        let Some(rule) = self.policy.tools.calls.ids else {
            let made = || self.call_ids.links.made(message, part).map(Text::owned);
            let id = own.map(Text::borrow).or_else(made);
            if id.is_none() && self.policy.tools.calls.missing_ids == MissingIds::Need {
                return Err(no_call(at));
            }
            return Ok(id);
        };
        let renamed = self.call_ids.links.renamed(message, part);
        let Some(id) = own else {
            let made = renamed.or_else(|| self.call_ids.links.made(message, part));
            let made = made.ok_or_else(|| no_call(at))?;
            // The id of the call may have to be rewritten.
            return Ok(Some(Text::owned(rule.rewritten(made).unwrap_or_else(|| made.to_owned()))));
        };
        // Some services accept each id only once, even after the first call with it was answered.
        let unique = renamed.map(|new| rule.rewritten(new).unwrap_or_else(|| new.to_owned()));
        match unique.or_else(|| rule.rewritten(&id.decode())) {
            None => Ok(Some(id.borrow())),
            Some(new) => {
                self.report.add(&loss::ID_REWRITTEN, self.conversation.place(id, at), || {
                    format!("the call id `{}` became `{new}`", id.show())
                });
                Ok(Some(Text::owned(new)))
            }
        }
    }
}
