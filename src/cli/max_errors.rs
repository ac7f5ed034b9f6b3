//! `--max-errors`: a number, or a percentage.

/// The maximum number of failed records.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MaxErrors {
    Count(u64),
    Percent(f64),
}

impl MaxErrors {
    pub(crate) fn is_beyond(self, failed: u64, records: u64) -> bool {
        match self {
            Self::Count(limit) => failed > limit,
            #[allow(clippy::cast_precision_loss, reason = "a percentage needs no more than 52 bits of the counts")]
            Self::Percent(limit) => failed as f64 * 100.0 > limit * records as f64,
        }
    }
}

impl std::fmt::Display for MaxErrors {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Count(limit) => write!(formatter, "{limit}"),
            Self::Percent(limit) => write!(formatter, "{limit}%"),
        }
    }
}

impl std::str::FromStr for MaxErrors {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("`{text}` is neither a number nor a percentage such as 1%");
        match text.strip_suffix('%') {
            Some(number) => {
                let percent: f64 = number.parse().map_err(|_| bad())?;
                if (0.0..=100.0).contains(&percent) { Ok(Self::Percent(percent)) } else { Err(bad()) }
            }
            None => text.parse().map(Self::Count).map_err(|_| bad()),
        }
    }
}
