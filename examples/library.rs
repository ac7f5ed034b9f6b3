//! Converts a file and looks at what was lost: `cargo run --example library`.
#![allow(clippy::print_stdout, reason = "that is what an example does")]

use turnwise::{Convert, Error};

fn main() -> Result<(), Error> {
    let converted = Convert::new("anthropic").run_file("examples/weather.openai.jsonl")?;
    println!("{} conversations, {} bytes", converted.records, converted.bytes.len());
    for loss in converted.losses {
        println!("record {}: {} {} at {}", loss.record, loss.code, loss.message, loss.pointer);
    }
    Ok(())
}
