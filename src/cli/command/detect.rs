//! `turnwise detect`

use serde_json::json;
use turnwise::op::Input;
use turnwise::{Candidate, Detected};

use crate::cli::args::InputArgs;
use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::open_input::{trouble, unreadable};
use crate::cli::job::settings::InputSettings;
use crate::cli::print::print_args::{PrintArgs, TextOrJson};
use crate::cli::terminal::{Terminal, clean, print, print_text};

/// Detect the format of files, with confidence and evidence
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    print: PrintArgs<TextOrJson>,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let files = inputs(&args.input, terminal)?;
    let is_json = args.print.is_json()?;
    args.print.open(Clashes::of(&files))?;
    let mut exit = Exit::Done;
    terminal.expect_inputs(files.len());
    for file in &files {
        let name = file.name();
        let found = detect_file(file, args, terminal);
        match (found, is_json) {
            (Ok(found), false) => print_text(&text(&found, &name, files.len() > 1, terminal.is_verbose))?,
            (Ok(found), true) => print(&format!("{}\n", object(&found, &name)))?,
            (Err(error), _) => {
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

fn detect_file(file: &InputFile, args: &Args, terminal: &Terminal) -> anyhow::Result<Detected> {
    let settings = InputSettings::new(file, &args.input, None, terminal)?;
    let name = file.name();
    let source = file.open(&args.input).map_err(|error| unreadable(&name, error))?;
    let input = Input::new(source, &settings.choice).map_err(|it| trouble(&name, &it))?;
    if args.input.lines && input.usual.is_none() && !input.source.lossy_head().trim().is_empty() {
        anyhow::bail!("{name}: none of the first lines is of a known format; turnwise formats lists what is read");
    }
    Ok(Detected::of_input(&input))
}

fn text(found: &Detected, name: &str, has_name: bool, is_verbose: bool) -> String {
    let mut text = if has_name { format!("{}: ", clean(name)) } else { String::new() };
    let Some(format) = found.format else { return text + "empty\n" };
    if found.is_ambiguous {
        let names: Vec<_> = tied(found).map(|it| it.format).collect();
        text += &format!("ambiguous: {}; taken as {format} (--from decides)\n", names.join(", "));
    } else {
        text += &format!("{format}\n");
    }
    if let Some(places) = Some(found.at.join(", ")).filter(|places| !places.is_empty()) {
        text.insert_str(text.len() - 1, &format!(" at {places}"));
    }
    if is_verbose {
        text += &format!(
            "  framing     {}\n  confidence  {} %\n",
            found.framing.name(),
            (found.confidence * 100.0).round()
        );
        for it in &found.candidates {
            text += &format!("  {:<10}  {:>3} %  {}\n", it.format, score(it) * 100 / 255, it.reason);
        }
    }
    text
}

fn tied(found: &Detected) -> impl Iterator<Item = &Candidate> {
    let best = found.candidates.first().map_or(0, score);
    found.candidates.iter().filter(move |it| score(it) == best)
}

/// The confidence as a number up to 255.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 255")]
fn score(candidate: &Candidate) -> u32 {
    (candidate.confidence * 255.0).round() as u32
}

fn object(found: &Detected, name: &str) -> serde_json::Value {
    let candidates: Vec<_> = found
        .candidates
        .iter()
        .map(|it| json!({"format": it.format, "score": score(it), "reason": it.reason}))
        .collect();
    let mut object = json!({
        "file": name,
        "format": found.format,
        "framing": found.framing.name(),
        "confidence": found.confidence,
        "ambiguous": found.is_ambiguous,
        "candidates": candidates,
    });
    if let Some(members) = object.as_object_mut().filter(|_| !found.at.is_empty()) {
        members.insert("at".to_owned(), json!(found.at));
    }
    object
}
