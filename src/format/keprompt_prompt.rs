//! keprompt: programs as text.
//!
//! ```text
//! .prompt "name":"n", "version":"1"
//! .user Hi
//! ```
//!
//! Source: keprompt 3.1.0, checked by running it.

use super::keprompt_statements::{TEXT, ids, places, policy, read, rules, write};
use super::{Family, Format, FormatAbout, FormatRules, FormatShape, FramingRules};

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "KePrompt: programs as text, `.prompt` files, or JSON strings that contain one",
        source: "keprompt 3.1.0, keprompt_vm.py",
        ..FormatAbout::NONE
    },
    policy: policy::PROMPT,
    framing: FramingRules { starts_text: Some(crate::statements::starts_program), ..FramingRules::NONE },
    print: Some(write::print),
    rules: FormatRules { own: rules::TEXT_RULES, requires: rules::TEXT_RULES },
    shape: FormatShape { ids: Some(&ids::NONE), media: Some(places::text_places), ..FormatShape::NONE },
    ..Format::new(TEXT, Family::Framework, read::score_text, read::read_text)
};
