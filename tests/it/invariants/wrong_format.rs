//! `--from` with the wrong name: a record of another format is rejected, or nothing in it is lost silently.

use std::io::Write as _;
use std::process::{Command, Stdio};

use turnwise::format::by_name;
use turnwise::model::Part;
use turnwise::report::Report;

use crate::fixtures::{read, samples};

const APIS: [&str; 5] = ["anthropic", "bedrock", "gemini", "openai", "openai-responses"];

/// The number of calls and results, and of parts that are reported where they are dropped.
fn count(format: &str, text: &str) -> Option<(usize, usize)> {
    let conversation = read(by_name(format).unwrap().0, text, false, &mut Report::default()).ok()?;
    let count = |is: fn(&Part<'_>) -> bool| conversation.parts().filter(|part| is(part)).count();
    let calls = count(|part| matches!(part, Part::Call(_) | Part::Result(_)));
    Some((calls, count(|part| matches!(part, Part::Opaque(_)))))
}

fn convert(from: &str, text: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args(["convert", "--isolated", "--from", from, "--to", "ag-ui", "--framing", "document"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn no_call_is_lost_in_silence() {
    let (mut refused, mut named) = (0, 0);
    for sample in samples().iter().filter(|sample| APIS.contains(&sample.format.name) && !sample.is_sequence) {
        let Some((calls @ 1.., _)) = count(sample.format.name, &sample.text) else { continue };
        for from in APIS.into_iter().filter(|from| *from != sample.format.name) {
            let (code, said) = convert(from, &sample.text);
            let name = format!("{} as {from}: {said}", sample.name());
            if code == 2 {
                refused += 1;
                named += usize::from(said.contains(&format!("this is {}, not {from}", sample.format.name)));
                continue;
            }
            assert_eq!(code, 0, "{name}");
            let (found, opaque) = count(from, &sample.text).unwrap();
            assert!(found + opaque >= calls, "{name}");
            assert!(opaque == 0 || said.contains("TW314"), "{name}");
        }
    }
    assert!(refused > 100 && named > 20, "{refused} {named}");
}

/// One part that no format knows is dropped and reported, as before.
#[test]
fn an_unknown_part_is_no_other_format() {
    let text = r#"{"messages":[{"role":"user","content":[{"type":"hologram","x":1},{"type":"text","text":"q"}]}]}"#;
    for from in ["openai", "anthropic"] {
        let (code, said) = convert(from, text);
        assert!(code == 0 && said.contains("TW314"), "{from}: {said}");
    }
}
