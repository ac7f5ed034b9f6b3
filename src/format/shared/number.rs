//! Numbers as Python prints them: `1e5` is `100000.0`.

use std::borrow::Cow;

/// A JSON number as Python prints it: integers unchanged, others as `repr(float)` prints them.
#[must_use]
pub fn python_number(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['.', 'e', 'E']) {
        return Cow::Borrowed(if raw == "-0" { "0" } else { raw });
    }
    let Ok(number) = raw.parse::<f64>() else { return Cow::Borrowed(raw) };
    if number.is_infinite() {
        return Cow::Borrowed(if number > 0.0 { "inf" } else { "-inf" });
    }
    Cow::Owned(repr_float(number))
}

/// The shortest digits that parse to the same number; with an exponent from 1e16 up and below 1e-4.
fn repr_float(number: f64) -> String {
    let scientific = format!("{number:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let Ok(exponent) = exponent.parse::<i32>() else { return scientific };
    if number != 0.0 && !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    let plain = format!("{number}");
    if plain.contains('.') { plain } else { format!("{plain}.0") }
}

#[cfg(test)]
mod tests {
    use super::python_number;

    #[test]
    fn numbers_are_printed_as_python_does() {
        let cases = [
            ("1.0", "1.0"),
            ("-0.0", "-0.0"),
            ("1.5", "1.5"),
            ("1e16", "1e+16"),
            ("1e15", "1000000000000000.0"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("1.5e300", "1.5e+300"),
            ("5e-324", "5e-324"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1E400", "inf"),
            ("-0", "0"),
        ];
        for (raw, wanted) in cases {
            assert_eq!(python_number(raw), wanted);
        }
    }
}
