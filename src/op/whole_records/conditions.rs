//! Conditions of `filter --where`: `role=tool`, `model!=gpt-*`.

use crate::format::read_by_name;

/// A condition of `--where`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A message has this role.
    Role(String),
    /// The model, or one of the models, has a name that matches.
    Model(String),
    /// The record has this format.
    Format(&'static str),
    /// A tool with a name that matches was called.
    Tool(String),
    /// The conversation has an id that matches.
    Id(String),
    /// The condition does not hold.
    Not(Box<Condition>),
}

/// The reason why a condition is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError(String);

impl std::fmt::Display for ConditionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConditionError {}

/// The roles of messages.
const ROLES: [&str; 5] = ["system", "developer", "user", "assistant", "tool"];

/// Parses a condition: `KEY=VALUE`, or `KEY!=VALUE` to exclude.
///
/// # Errors
/// The key or the value does not exist.
///
/// # Example
/// ```
/// use turnwise::op::whole_records::{Condition, parse_condition};
///
/// assert_eq!(parse_condition("role=tool"), Ok(Condition::Role("tool".to_owned())));
/// assert!(parse_condition("role=robot").is_err());
/// ```
pub fn parse_condition(text: &str) -> Result<Condition, ConditionError> {
    let wrong = |text: String| Err(ConditionError(text));
    let Some((key, value)) = text.split_once('=') else {
        return wrong(
            "write it like role=tool, model=gpt-*, format=openai, tool=search, id=a1 or role!=tool".to_owned(),
        );
    };
    let (key, is_not) = key.strip_suffix('!').map_or((key, false), |key| (key, true));
    if value.is_empty() {
        return wrong(format!("there is no value after {key}="));
    }
    let condition = match key {
        "role" if ROLES.contains(&value) => Condition::Role(value.to_owned()),
        "role" => return wrong(format!("there is no role `{value}`; roles are {}", ROLES.join(", "))),
        "model" => Condition::Model(value.to_owned()),
        "tool" => Condition::Tool(value.to_owned()),
        "id" => Condition::Id(value.to_owned()),
        "format" => match read_by_name(&value.to_ascii_lowercase()) {
            Some(format) => Condition::Format(format.name),
            None => return wrong(format!("unknown format `{value}` (turnwise formats lists them)")),
        },
        _ => return wrong(format!("there is no key `{key}`; keys are role, model, format, tool and id")),
    };
    Ok(if is_not { Condition::Not(Box::new(condition)) } else { condition })
}

/// True if a name matches a pattern, in which `*` is any text and `?` any character.
pub(super) fn matches_pattern(pattern: &str, name: &str) -> bool {
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    // After the last `*`: the rest of the pattern, and the text in which it is searched next.
    let mut again = None;
    loop {
        let at = name.clone();
        match (pattern.next(), name.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                again = Some((pattern.clone(), at.clone()));
                name = at;
            }
            (Some('?'), Some(_)) => {}
            (Some(wanted), Some(found)) if wanted == found => {}
            _ => {
                let Some((after, text)) = &mut again else { return false };
                if text.next().is_none() {
                    return false;
                }
                (pattern, name) = (after.clone(), text.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, is_match) in [
            ("gpt-4o", "gpt-4o", true),
            ("gpt-4o", "gpt-4o-mini", false),
            ("gpt-*", "gpt-4o-mini", true),
            ("*-mini", "gpt-4o-mini", true),
            ("*-mini", "gpt-4o-mini-2", false),
            ("*4*mini*", "gpt-4o-mini-2", true),
            ("gpt-?o", "gpt-4o", true),
            ("gpt-?o", "gpt-o", false),
            ("*", "", true),
            ("?", "", false),
            ("", "", true),
            ("a*b*c", "aXbXbXc", true),
            ("é?", "éß", true),
        ] {
            assert_eq!(matches_pattern(pattern, name), is_match, "{pattern} {name}");
        }
    }

    #[test]
    fn patterns_take_no_time() {
        let (pattern, name) = ("*a".repeat(50) + "b", "a".repeat(20_000));
        assert!(!matches_pattern(&pattern, &name));
    }

    #[test]
    fn conditions_are_fixed_words() {
        assert_eq!(parse_condition("id!=a=b"), Ok(Condition::Not(Box::new(Condition::Id("a=b".to_owned())))));
        assert_eq!(parse_condition("format=claude"), parse_condition("format=anthropic"));
        for wrong in ["role", "role=", "role=robot", "speaker=user", "format=opanai", "=x", "!=x"] {
            assert!(parse_condition(wrong).is_err(), "{wrong}");
        }
    }
}
