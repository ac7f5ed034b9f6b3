//! Detection of formats, with confidence and evidence.

use super::{Error, open};
use crate::format::Framing;
use crate::op::Input;
use crate::op::detect::Detection;

/// Detects the format of an input from its beginning.
///
/// ```
/// let found = turnwise::detect(r#"{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}"#)?;
/// assert_eq!(found.format, Some("gemini"));
/// assert!(!found.is_ambiguous && found.confidence > 0.5);
/// # Ok::<(), turnwise::Error>(())
/// ```
///
/// # Errors
/// It cannot be read, is not JSON, or no format fits.
pub fn detect(input: impl AsRef<[u8]>) -> Result<Detected, Error> {
    Ok(Detected::of_input(&open(input.as_ref(), None)?))
}

fn candidates(found: &Detection) -> Vec<Candidate> {
    let candidate = |it: &crate::format::Candidate| Candidate {
        format: it.format.name,
        confidence: f64::from(it.score.value) / 255.0,
        reason: it.score.why,
    };
    found.candidates.iter().map(candidate).collect()
}

/// The result of a detection.
///
/// ```
/// use turnwise::Framing;
///
/// let found = turnwise::detect("{\"messages\":[{\"role\":\"developer\",\"content\":\"Be brief.\"}]}\n")?;
/// assert_eq!((found.format, found.framing), (Some("openai"), Framing::Lines));
/// assert!(found.at.is_empty());
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Detected {
    /// The name of the best format. `None`: the input has no records.
    pub format: Option<&'static str>,
    /// How its records are framed: lines, an array, one document.
    pub framing: Framing,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
    /// Several formats fit equally well: name the right one.
    pub is_ambiguous: bool,
    /// All formats that fit, best first.
    pub candidates: Vec<Candidate>,
    /// The places of the conversations in the records, where they are inside records.
    pub at: Vec<String>,
}

impl Detected {
    /// The result for an open input: the command line opens files in its own way.
    #[doc(hidden)]
    #[must_use]
    pub fn of_input(input: &Input) -> Self {
        let found = crate::op::detect::of_input(input);
        Self {
            format: found.format,
            framing: found.framing,
            confidence: f64::from(found.confidence()) / 100.0,
            is_ambiguous: found.is_tie,
            candidates: candidates(&found),
            at: found.at,
        }
    }
}

/// A format that fits.
///
/// ```
/// let found = turnwise::detect(r#"[{"role":"user","content":"Hello"}]"#)?;
/// for candidate in &found.candidates {
///     println!("{}: {:.0} %, {}", candidate.format, candidate.confidence * 100.0, candidate.reason);
/// }
/// assert!(found.is_ambiguous && found.candidates.len() > 1);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// Its name.
    pub format: &'static str,
    /// How well it fits, from 0 to 1.
    pub confidence: f64,
    /// The evidence: ``a part of type `tool_use` ``.
    pub reason: &'static str,
}
