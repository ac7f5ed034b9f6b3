//! `validate --for`: the name of a format that can be written, or of a trainer (`trl`).

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use turnwise::format::{TRAINERS, trainer};

use crate::cli::args::{format_names, written};

/// Takes the names of both, and their aliases.
pub(super) fn parser() -> impl TypedValueParser<Value = String> {
    let formats = format_names();
    let formats = formats.possible_values().into_iter().flatten();
    let trainers = TRAINERS.iter().map(|it| PossibleValue::new(it.name).aliases(it.aliases.iter().copied()));
    let all: Vec<_> = formats.chain(trainers).collect();
    PossibleValuesParser::new(all).try_map(|name| {
        let name = name.to_ascii_lowercase();
        match trainer(&name) {
            Some(trainer) => Ok(trainer.name.to_owned()),
            None => written(&name).map(|to| to.name()),
        }
    })
}
