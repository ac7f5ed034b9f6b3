//! `validate --for`: the name of a writable format or a trainer (`trl`).

use clap::builder::TypedValueParser;
use turnwise::format::{TRAINERS, trainer, writable_names};

use crate::cli::format_names::written;
use crate::cli::help::Suggested;

const NAMES: Suggested = Suggested(|| writable_names().into_iter().chain(trainers()).collect());

fn trainers() -> impl Iterator<Item = String> {
    TRAINERS.iter().map(|it| it.name.to_owned())
}

/// Accepts the names of both, and their aliases.
pub(super) fn parser() -> impl TypedValueParser<Value = String> {
    NAMES.try_map(|name| match trainer(&name.to_ascii_lowercase()) {
        Some(trainer) => Ok(trainer.name.to_owned()),
        None => written(&name, &trainers().collect::<Vec<_>>()).map(|to| to.name()),
    })
}
