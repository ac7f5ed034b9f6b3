//! Output for people does what it says and nothing else: pagers that do not start, links in Markdown.

use std::fs;
use std::process::{Command, Stdio};

use crate::fixtures::path;

fn run(args: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_turnwise")).args(args).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// What a command prints to a terminal, if there is a program that can be one.
#[cfg(target_os = "linux")]
fn on_terminal(command: &str, pager: &str) -> Option<String> {
    let script = Command::new("script")
        .args(["-qec", &format!("{} {command}", env!("CARGO_BIN_EXE_turnwise")), "/dev/null"])
        .env("PAGER", pager)
        .env_remove("TURNWISE_PAGER")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&script.stdout).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_pager_that_does_not_start_loses_nothing() {
    let file = path("tests/fixtures/openai/minimal.json");
    let command = format!("show -q --from openai --color never {}", file.display());
    let Some(expected) = on_terminal(&command, "cat") else { return };
    for pager in ["no-such-pager", "no-such-pager --with 'an option'", "/dev/null"] {
        let shown = on_terminal(&command, pager).unwrap();
        assert!(shown.ends_with(&expected), "{pager}: {shown}");
        let shown = on_terminal(&command.replace(" -q", ""), pager).unwrap();
        assert!(shown.contains("note: cannot start the pager"), "{pager}: {shown}");
    }
}

/// Every link and image that a reader of Markdown could see in this text, with its address.
fn links(text: &str) -> Vec<&str> {
    let ends = text.match_indices("](").map(|(at, mark)| (at, at + mark.len()));
    let open = ends.filter(|(at, _)| !text[..*at].ends_with('\\'));
    open.map(|(_, end)| text[end..].split([')', '\n']).next().unwrap()).collect()
}

#[test]
fn markdown_links_to_the_web_alone_and_loads_no_images() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    for (text, allowed) in [
        ("![a](https://h/a.png)", vec!["https://h/a.png"]),
        ("![a](data:image/svg+xml;base64,AA==)", vec![]),
        ("![a][b]\n\n[b]: https://h/a.png", vec![]),
        ("[a](JavaScript:alert(1))", vec![]),
        ("[a](java&#115;cript:alert(1))", vec![]),
        ("[a](javascript&colon;alert(1))", vec![]),
        ("[a](\tjavascript:alert(1))", vec![]),
        ("[a](<javascript:alert(1)>)", vec![]),
        ("[a](\njavascript:alert(1))", vec![]),
        ("[a]: javascript:alert(1)\n\n[a]", vec![]),
        ("> - [a]:\n> javascript:alert(1)\n\n[a]", vec![]),
        ("[^a]: javascript:alert(1)\n\n[^a]", vec![]),
        ("[a\nb]: javascript:alert(1)", vec![]),
        ("[a](//h/x) [b](file:///etc/passwd) [c](vbscript:x)", vec![]),
        (
            "[a](https://h) [b](HTTP://h) [c](mailto:ann@h) [d](<https://h/x y>)",
            vec!["https://h", "HTTP://h", "mailto:ann@h", "<https://h/x y>"],
        ),
        ("`\n`[a](javascript:x)`", vec![]),
        ("- a\n  ```\n- [a](javascript:x)", vec![]),
        ("<javascript:x> <img src=https://h/x> [![a](https://h/x)](javascript:x)", vec!["https://h/x"]),
    ] {
        let message = serde_json::json!({"messages": [{"role": "user", "content": text}]});
        fs::write(&file, message.to_string()).unwrap();
        let (shown, _) = run(&["show", "--to", "markdown", "--from", "openai", file.to_str().unwrap()]);
        assert_eq!(links(&shown), allowed, "{shown}");
        let images = shown.match_indices("![").filter(|(at, _)| !shown[..*at].ends_with('\\'));
        assert_eq!(images.count(), 0, "{shown}");
        for piece in shown.match_indices("]:") {
            assert!(shown[piece.0..].starts_with("]: http"), "{shown}");
        }
        assert!(
            shown
                .match_indices('<')
                .all(|(at, _)| shown[..at].ends_with(['\\', '(']) || shown[at..].starts_with("<http")),
            "{shown}"
        );
    }
    // Code stays as it is.
    let code = "`a[0](x)`\n\n```\n[a](javascript:x) ![b](c)\n```\n";
    fs::write(&file, serde_json::json!({"messages": [{"role": "user", "content": code}]}).to_string()).unwrap();
    let (shown, _) = run(&["show", "--to", "markdown", "--from", "openai", file.to_str().unwrap()]);
    assert!(shown.contains(code), "{shown}");
}
