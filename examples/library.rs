//! Converts a file and looks at what was lost: `cargo run --example library`.
#![allow(clippy::print_stdout, reason = "that is what an example does")]

use std::path::Path;

use turnwise::format::by_name;
use turnwise::op::convert::{Ends, Options, run};
use turnwise::op::{Choice, Input};
use turnwise::stream::{Silent, Source};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (anthropic, _) = by_name("anthropic").ok_or("no such format")?;
    let source = Source::open(Path::new("examples/weather.openai.jsonl"))?;
    let input = Input::new(source, &Choice::default())?;

    let (mut output, mut losses) = (Vec::new(), Vec::new());
    let ends = Ends {
        write: &mut |bytes| {
            output.extend_from_slice(bytes);
            Ok(())
        },
        note: &mut |diagnostic| losses.push(diagnostic),
        carry: None,
        restore: None,
        progress: &Silent,
    };
    let outcome = run(input, &Options::new(anthropic), ends)?;

    println!("{} conversations, {} bytes", outcome.records_out, output.len());
    for loss in losses {
        println!("record {}: {} {}", loss.record, loss.code.id, loss.message);
    }
    Ok(())
}
