//! Values of settings: the meaning of a value in one format, and its spelling in another.

use super::settings::SettingForm;
use crate::json::{Node, Tape, Text, minify};

impl SettingForm {
    /// The canonical text of a value: the same in all formats. `None`: the value is not of this form.
    pub(crate) fn read(&self, node: Node<'_, '_>) -> Option<String> {
        match self {
            Self::Number(..) => number(node.raw()).map(|_| node.raw().to_owned()),
            Self::Whole(..) => whole(node.raw()),
            Self::Flag => node.as_bool().map(|_| node.raw().to_owned()),
            Self::Text => node.is_string().then(|| node.raw().to_owned()),
            Self::Labels => {
                let is_labels = node.is_object() && node.members().all(|(_, value)| value.is_string());
                is_labels.then(|| minified(node.raw()))
            }
            Self::Words(words) => {
                let raw = minified(node.raw());
                words.iter().find(|(_, json)| *json == raw).map(|(word, _)| (*word).to_owned())
            }
            Self::Stops { may_be_text, .. } => {
                if *may_be_text && node.is_string() {
                    return Some(format!("[{}]", node.raw()));
                }
                (node.is_array() && node.items().all(|item| item.is_string())).then(|| minified(node.raw()))
            }
        }
    }

    /// The JSON text of a meaning.
    ///
    /// # Errors
    /// The format rejects the value; the values that it accepts.
    pub(crate) fn write(&self, meaning: &str) -> Result<String, String> {
        match self {
            Self::Number(least, most) => match number(meaning) {
                Some(value) if *least <= value && value <= *most => Ok(meaning.to_owned()),
                _ => Err(format!("{least} to {most}")),
            },
            Self::Whole(least, most) => match meaning.parse::<i64>() {
                Ok(value) if *least <= value && value <= *most => Ok(meaning.to_owned()),
                _ if *most == i64::MAX => Err(format!("whole numbers from {least} on")),
                _ => Err(format!("whole numbers from {least} to {most}")),
            },
            Self::Flag | Self::Text | Self::Labels => Ok(meaning.to_owned()),
            Self::Words(words) => {
                let known = words.iter().find(|(word, _)| *word == meaning).map(|(_, json)| (*json).to_owned());
                known.ok_or_else(|| {
                    let mut words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                    words.dedup();
                    words.join(", ")
                })
            }
            Self::Stops { most, needs_visible, .. } => stops(meaning, *most, *needs_visible),
        }
    }
}

/// A whole number without a fraction: `40` for `40.0`.
fn whole(raw: &str) -> Option<String> {
    let digits = raw.find('.').map_or(raw, |dot| {
        let is_whole = raw.get(dot + 1..).is_some_and(|fraction| fraction.bytes().all(|byte| byte == b'0'));
        raw.get(..dot).filter(|_| is_whole).unwrap_or(raw)
    });
    digits.parse::<i64>().ok().map(|_| digits.to_owned())
}

fn number(raw: &str) -> Option<f64> {
    let is_number = raw.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    raw.parse().ok().filter(|value: &f64| is_number && value.is_finite())
}

fn stops(list: &str, most: usize, needs_visible: bool) -> Result<String, String> {
    let mut tape = Tape::new();
    let Ok(root) = tape.parse(list) else { return Err("a list of texts".to_owned()) };
    let texts: Vec<_> = root.items().filter_map(|item| item.text()).collect();
    if texts.len() > most {
        return Err(format!("at most {most} texts"));
    }
    if needs_visible && texts.iter().any(Text::is_blank) {
        return Err("texts that are not blank".to_owned());
    }
    if texts.iter().any(Text::is_empty) {
        return Err("texts that are not empty".to_owned());
    }
    Ok(list.to_owned())
}

pub(crate) fn minified(json: &str) -> String {
    let mut bytes = Vec::with_capacity(json.len());
    minify(json, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}
