//! Faults at every point: a reader that is interrupted, gives little at a time or fails, a writer that fails at its n-th call.

use std::io::{Error, ErrorKind, Read};

use turnwise::format::by_name;
use turnwise::op::PassFailure;
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Input, convert};
use turnwise::stream::{Silent, SinkError, Source};

fn text() -> String {
    (0..3000)
        .map(|n| format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"{n} {}\"}}]}}\n", "x".repeat(n % 700)))
        .collect()
}

/// Gives its bytes in small pieces, interrupted now and then, and fails at its `fails_at`-th call.
struct Shaky {
    bytes: Vec<u8>,
    at: usize,
    calls: usize,
    fails_at: usize,
}

impl Read for Shaky {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.calls += 1;
        if self.calls == self.fails_at {
            return Err(Error::other("the disk is gone"));
        }
        if self.calls % 3 == 0 {
            return Err(ErrorKind::Interrupted.into());
        }
        let rest = &self.bytes[self.at..];
        let count = rest.len().min(buffer.len()).min(1 + self.calls * 997 % 60_000);
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}

enum End {
    Done,
    Failed(PassFailure),
    NotOpened,
}

fn run(fails_at: usize, writes: usize) -> (Vec<u8>, End) {
    let reader = Shaky { bytes: text().into_bytes(), at: 0, calls: 0, fails_at };
    let Ok(source) = Source::from_reader(reader, "shaky") else { return (Vec::new(), End::NotOpened) };
    let Ok(input) = Input::new(source, &Choice::default()) else { return (Vec::new(), End::NotOpened) };
    let mut options = ConvertOptions::new(by_name("anthropic").unwrap().0);
    options.pass.jobs = 3;
    let (mut out, mut count) = (Vec::new(), 0);
    let mut write = |bytes: &[u8]| {
        count += 1;
        if count > writes {
            let error = Error::from(ErrorKind::StorageFull);
            return Err(SinkError::Io { what: "write", path: "out".to_owned(), error });
        }
        out.extend_from_slice(bytes);
        Ok(())
    };
    let result = convert::run(
        input,
        &options,
        ConvertEnds { write: &mut write, note: &mut |_| {}, carry: None, restore: None, progress: &Silent },
    );
    let end = result.map_or_else(End::Failed, |_| End::Done);
    (out, end)
}

#[test]
fn shaky_reads_give_the_same_output() {
    let (out, end) = run(usize::MAX, usize::MAX);
    assert!(matches!(end, End::Done));
    assert_eq!(String::from_utf8(out).unwrap(), text());
}

#[test]
fn a_failing_read_is_an_error_wherever_it_is() {
    let whole = text().into_bytes();
    let mut done = false;
    for fails_at in 1..400 {
        let (out, end) = run(fails_at, usize::MAX);
        assert!(whole.starts_with(&out) && (out.is_empty() || out.ends_with(b"\n")), "whole records only");
        match end {
            End::Done => done = true,
            End::Failed(PassFailure::Source(error)) => assert!(error.to_string().contains("the disk is gone")),
            End::Failed(other) => panic!("{other}"),
            End::NotOpened => {}
        }
        if done {
            return;
        }
    }
    panic!("it never got through");
}

#[test]
fn a_failing_write_ends_the_run_wherever_it_is() {
    let whole = text().into_bytes();
    for writes in 0..1000 {
        let (out, end) = run(usize::MAX, writes);
        assert!(whole.starts_with(&out));
        match end {
            End::Done => return,
            End::Failed(PassFailure::Sink(error)) => assert!(error.to_string().contains("no space left")),
            End::Failed(other) => panic!("{other}"),
            End::NotOpened => panic!("nothing is wrong with the input"),
        }
    }
    panic!("it never got through");
}
