//! Times as Python's `isoformat()` prints them: `2026-03-08T23:16:36.000137`.

use crate::format::shared::time;
use crate::json::Text;

/// A time in ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iso {
    /// Local time without a zone, as picklebot writes it.
    Local,
    /// With a zone.
    Zoned,
}

/// The kind of a time; `None` if it is none, or shorter than `isoformat()` prints it.
pub(super) fn iso(time: &Text<'_>) -> Option<Iso> {
    let text = time.decode();
    let has_form = text.get(..19)?.bytes().zip(*b"dddd-dd-ddTdd:dd:dd").all(|(found, wanted)| match wanted {
        b'd' => found.is_ascii_digit(),
        b'T' => matches!(found, b'T' | b' '),
        mark => found == mark,
    });
    let zone = time::parse(&text).filter(|_| has_form)?.zone;
    Some(if zone.is_none() { Iso::Local } else { Iso::Zoned })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_python_and_others() {
        for (text, expected) in [
            ("2026-03-08T23:16:36.000137", Some(Iso::Local)),
            ("2026-03-08T23:16:36", Some(Iso::Local)),
            ("2026-03-08T23:16:36Z", Some(Iso::Zoned)),
            ("2026-03-08T23:16:36.5+01:00", Some(Iso::Zoned)),
            ("2026-13-08T23:16:36", None),
            ("2026-02-30T23:16:36", None),
            ("2026-03-08T23:16", None),
            ("20260308T231636.000137", None),
            ("2026-03-08T24:16:36", None),
            ("2026-03-08T23:16:36.", None),
            ("2026-03-08", None),
            ("yesterday", None),
            ("", None),
            ("2026-03-08T23:16:36é", None),
        ] {
            assert_eq!(iso(&Text::Token(text)), expected, "{text}");
        }
    }
}
