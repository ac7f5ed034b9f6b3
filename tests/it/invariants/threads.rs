//! The output does not depend on the number of threads, also with errors in the middle.

use std::io::Cursor;

use turnwise::format::by_name;
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Input, OnError, convert};
use turnwise::stream::{Silent, Source};

/// About 3 MB: every few records a lossy one, a broken one, a blank line.
fn lines() -> Vec<u8> {
    let mut text = String::new();
    for number in 0..5_000 {
        match number % 1000 {
            998 => text.push_str("{\"messages\":[{\"role\":\n"),
            999 => text.push_str("\r\n\n"),
            _ => text.push_str(&format!(
                "{{\"messages\":[{{\"role\":\"user\",\"name\":\"n{number}\",\"content\":\"{}\"}}]}}\n",
                "x".repeat(number % 1200)
            )),
        }
    }
    text.into_bytes()
}

fn run(bytes: &[u8], to: &str, jobs: usize, on_error: OnError) -> (Vec<u8>, Vec<String>, String) {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), "x.jsonl").unwrap();
    let input = Input::new(source, &Choice::default()).unwrap();
    let mut options = ConvertOptions::new(by_name(to).unwrap().0);
    (options.pass.jobs, options.pass.on_error, options.pass.keep) = (jobs, on_error, u64::MAX);
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut note =
        |it: turnwise::report::Diagnostic| notes.push(format!("{} {} {:?}", it.record, it.message, it.location));
    let outcome = convert::run(
        input,
        &options,
        ConvertEnds { write: &mut write, note: &mut note, carry: None, restore: None, progress: &Silent },
    )
    .unwrap();
    let end = format!(
        "{} {} {} {:?}",
        outcome.records_in,
        outcome.records_out,
        outcome.failed.total(),
        outcome.fatal.map(|it| it.diagnostic)
    );
    (out, notes, end)
}

#[test]
fn one_thread_and_eight_give_the_same() {
    let bytes = lines();
    for to in ["anthropic", "openai"] {
        for on_error in [OnError::Skip, OnError::Emit, OnError::Stop] {
            let (one, eight) = (run(&bytes, to, 1, on_error), run(&bytes, to, 8, on_error));
            assert!(one == eight, "{to} {on_error:?}: {} against {}", one.2, eight.2);
            if on_error == OnError::Emit {
                let count = one.0.iter().filter(|byte| **byte == b'\n').count();
                // Blank lines stay where the format does.
                assert_eq!(count, if to == "openai" { 5_005 } else { 4_995 }, "one line in, one line out");
            }
        }
    }
}
