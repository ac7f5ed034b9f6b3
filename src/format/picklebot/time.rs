//! Times as Python's `isoformat()` prints them: `2026-03-08T23:16:36.000137`.

use crate::json::Text;

/// A time in ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iso {
    /// Local time without a zone, as picklebot writes it.
    Local,
    /// With a zone.
    Zoned,
}

/// What kind of time this is; `None` if it is none.
pub(super) fn iso(time: &Text<'_>) -> Option<Iso> {
    let text = time.decode();
    let (date, clock) = text.split_once(['T', ' '])?;
    has_form(date, "dddd-dd-dd").then_some(())?;
    let zone = clock.find(['Z', '+', '-']).unwrap_or(clock.len());
    let (clock, zone) = (clock.get(..zone)?, clock.get(zone..)?);
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let is_clock = has_form(whole, "dd:dd:dd") && !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    let in_range = |at: usize, limit: &str| whole.get(at..at + 2).is_some_and(|it| it <= limit);
    let is_day = date.get(5..7).is_some_and(|it| ("01"..="12").contains(&it))
        && date.get(8..10).is_some_and(|it| ("01"..="31").contains(&it));
    if !is_clock || !is_day || !in_range(0, "23") || !in_range(3, "59") || !in_range(6, "59") {
        return None;
    }
    match zone {
        "" => Some(Iso::Local),
        "Z" => Some(Iso::Zoned),
        _ => has_form(zone.get(1..)?, "dd:dd").then_some(Iso::Zoned),
    }
}

/// `d` stands for a digit, anything else for itself.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(found, wanted)| match wanted {
            b'd' => found.is_ascii_digit(),
            _ => found == wanted,
        })
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
