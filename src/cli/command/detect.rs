//! `turnwise detect`

use serde_json::json;
use turnwise::op::detect::{self, Detection};

use super::settings::Settings;
use crate::cli::args::InputArgs;
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::terminal::{Terminal, clean, print};

/// Name the format of files, with confidence and evidence
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Print one JSON object for each file
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let files = inputs(&args.input, terminal)?;
    let mut exit = Exit::Done;
    terminal.expect_inputs(files.len());
    for file in &files {
        let name = file.name();
        let found = look(file, args, terminal);
        match (found, args.json) {
            (Ok(found), false) => print(&text(&found, &name, files.len() > 1, terminal.is_verbose))?,
            (Ok(found), true) => print(&format!("{}\n", object(&found, &name)))?,
            (Err(error), is_json) => {
                if is_json {
                    print(&format!("{}\n", json!({"file": name, "format": null, "error": format!("{error:#}")})))?;
                }
                terminal.failed(&name, &format!("{error:#}"));
                exit = exit.worst(Exit::Trouble);
            }
        }
    }
    Ok(exit)
}

fn look(file: &InputFile, args: &Args, terminal: &Terminal) -> anyhow::Result<Detection> {
    let settings = Settings::new(file, &args.input, None, &terminal.global)?;
    let name = file.name();
    let source = file.open(&args.input).map_err(|error| super::unreadable(&name, error))?;
    detect::run(source, &settings.choice).map_err(|trouble| super::trouble(&name, &trouble))
}

fn text(found: &Detection, name: &str, has_name: bool, is_verbose: bool) -> String {
    let mut text = if has_name { format!("{}: ", clean(name)) } else { String::new() };
    let Some(format) = found.format else { return text + "empty\n" };
    if found.is_tie {
        let names: Vec<_> = tied(found).map(|it| it.format.name).collect();
        text += &format!("ambiguous: {}; taken as {format} (--from decides)\n", names.join(", "));
    } else {
        text += &format!("{format}\n");
    }
    if is_verbose {
        text += &format!("  framing     {}\n  confidence  {} %\n", found.framing.name(), found.confidence());
        for it in &found.candidates {
            text += &format!(
                "  {:<10}  {:>3} %  {}\n",
                it.format.name,
                u32::from(it.score.value) * 100 / 255,
                it.score.why
            );
        }
    }
    text
}

fn tied(found: &Detection) -> impl Iterator<Item = &turnwise::format::Candidate> {
    let best = found.candidates.first().map_or(0, |it| it.score.value);
    found.candidates.iter().filter(move |it| it.score.value == best)
}

fn object(found: &Detection, name: &str) -> serde_json::Value {
    let candidates: Vec<_> = found
        .candidates
        .iter()
        .map(|it| json!({"format": it.format.name, "score": it.score.value, "reason": it.score.why}))
        .collect();
    json!({
        "file": name,
        "format": found.format,
        "framing": found.framing.name(),
        "confidence": f64::from(found.confidence()) / 100.0,
        "ambiguous": found.is_tie,
        "candidates": candidates,
    })
}
