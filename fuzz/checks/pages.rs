//! What people look at: pages and text of the program itself.

use std::io::Write as _;
use std::process::{Command, Stdio};

use turnwise::format::FORMATS;

use super::number_and_text;

/// The program: that of the build, or `turnwise` where `TURNWISE` names none.
fn program() -> String {
    let built = option_env!("CARGO_BIN_EXE_turnwise").map(str::to_owned);
    built.or_else(|| std::env::var("TURNWISE").ok()).unwrap_or_else(|| "turnwise".to_owned())
}

fn shown(text: &str, from: &str, to: &str) -> Option<String> {
    let mut show = Command::new(program());
    show.args(["show", "--isolated", "--no-pager", "--on-error", "skip", "--from", from, "--to", to, "-"]);
    let mut child = show.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    // The program may end before it has read everything.
    let _ = child.stdin.take()?.write_all(text.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    assert!(matches!(output.status.code(), Some(0..=2)), "{to}: {:?}", output.status);
    Some(String::from_utf8(output.stdout).expect("shown text is UTF-8"))
}

/// Control characters, and those that change the direction of text.
fn is_harmful(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(character, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Shown text controls no terminal, and a page runs no script and loads nothing.
pub fn pages(data: &[u8]) {
    let Some((number, text)) = number_and_text(data) else { return };
    let from = FORMATS[number % FORMATS.len()].name;
    for to in ["terminal", "markdown"] {
        let out = shown(text, from, to).unwrap_or_default();
        assert!(!out.contains(is_harmful), "{to}: a control character");
    }
    let page = shown(text, from, "html").unwrap_or_default();
    let Some((_, body)) = page.split_once("</head>") else { return };
    assert_eq!(page.matches("<script").count(), 1, "the script of the page, and no other");
    let (body, _) = body.split_once("<script>").expect("the script is last");
    let body = body.to_ascii_lowercase();
    for harmful in ["javascript:", "<iframe", "<object", "<embed", "<link", "<style", "srcdoc"] {
        let is_markup = |at: usize| body[..at].rfind('<') > body[..at].rfind('>');
        let starts = body.match_indices(harmful).map(|(at, _)| at);
        for at in starts {
            assert!(!(harmful.starts_with('<') || is_markup(at)), "{harmful} at {at}");
        }
    }
    assert!(!page.contains(is_harmful), "html: a control character");
}
