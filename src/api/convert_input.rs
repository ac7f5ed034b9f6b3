//! Converts an open input into memory: `{"messages":[…]}` becomes [`Converted`].

use super::{Converted, Error, Finding, Loss};
use crate::op::convert::{ConvertEnds, ConvertOptions, run};
use crate::op::{Input, PassFailure};
use crate::report::Diagnostic;
use crate::stream::Silent;

/// Converts an input in its own framing.
pub(super) fn convert_whole(input: Input, mut options: ConvertOptions) -> Result<Converted, Error> {
    options.output.framing = options.own_framing(&input);
    convert_input(input, &options, &mut |_| {})
}

/// Converts an input; `place` corrects the places of diagnostics.
pub(super) fn convert_input(
    input: Input,
    options: &ConvertOptions,
    place: &mut (dyn FnMut(&mut Diagnostic) + Send),
) -> Result<Converted, Error> {
    let mut converted = Converted::default();
    let Converted { bytes, losses, findings, .. } = &mut converted;
    let ends = ConvertEnds {
        write: &mut |more| {
            bytes.extend_from_slice(more);
            Ok(())
        },
        carry: None,
        restore: None,
        note: &mut |mut diagnostic| {
            place(&mut diagnostic);
            match Loss::of(&diagnostic) {
                Some(loss) => losses.push(loss),
                None => findings.push(Finding::of(diagnostic)),
            }
        },
        progress: &Silent,
    };
    let outcome = run(input, options, ends).map_err(|failure| {
        let message = failure.to_string();
        if let PassFailure::Source(error) = failure { Error::source_error(error) } else { Error::input(message) }
    })?;
    if let Some(mut fatal) = outcome.fatal {
        place(&mut fatal.diagnostic);
        return Err(Error::record_error(fatal.diagnostic, fatal.help));
    }
    converted.records = outcome.records_out;
    converted.redacted = outcome.conversion.redacted;
    Ok(converted)
}
