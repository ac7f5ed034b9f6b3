//! Programs as conversations: files stay names, commands stay statements, what was not changed comes back as it was.

use turnwise::format::{Reading, WriteOptions, Writing, by_name};
use turnwise::json::{Layout, Out, Tape};
use turnwise::report::Report;

/// Converts, with the codes of what is lost.
fn convert(text: &str, from: &str, to: &str) -> (String, Vec<&'static str>) {
    let (mut tape, mut report, mut scratch) = (Tape::new(), Report::keeping(99), Tape::new());
    let root = if text.starts_with('.') { tape.parse_foreign(text) } else { tape.parse(text).unwrap() };
    let (from, to) = (by_name(from).unwrap().0, by_name(to).unwrap().0);
    let conversation =
        (from.read)(root, &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None })
            .unwrap();
    let options = WriteOptions::default();
    let mut out = Out::new(Layout::Compact);
    let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
    turnwise::format::write_record(to, &conversation, &mut writing).unwrap();
    let mut codes: Vec<_> = report.counts().iter().map(|count| count.code.id).collect();
    codes.sort_unstable();
    (String::from_utf8(out.as_bytes().to_vec()).unwrap(), codes)
}

#[test]
fn text_and_list_are_one_program() {
    let source = ".prompt \"name\":\"n\", \"version\":\"1\"\n.# why\n.user Hi\nthere\n.exec\n";
    let (listed, lost) = convert(source, "keprompt-prompt", "keprompt-statements");
    assert!(lost.is_empty() && listed.contains(r#""value":"Hi\nthere""#), "{listed} {lost:?}");
    let (back, lost) = convert(&listed, "keprompt-statements", "keprompt-prompt");
    assert!(lost.is_empty(), "{lost:?}");
    assert_eq!(back, turnwise::json::quoted(&format!("{source}.exit\n")));
    let (messages, lost) = convert(&listed, "keprompt-statements", "openai");
    assert!(messages.contains(r#"{"role":"user","content":"Hi\nthere"}"#), "{messages}");
    assert_eq!(lost, ["TW313"]);
}
