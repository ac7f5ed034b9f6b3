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

/// Beginnings of commands of workflows.
const COMMANDS: [&str; 9] = [
    "::error file=a.py,line=1::pwned",
    " ::set-output name=x::y",
    "\t::add-mask::the",
    "\n::error::x",
    "a\r::error::x",
    "\u{a0}\u{3000}::error::x",
    "##[error]x",
    "##vso[task.setvariable variable=x]y",
    "\n \n ##[group]::error::x",
];

/// The lines that a runner takes for commands.
fn commands(text: &str) -> Vec<&str> {
    let is_command = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("::") || line.starts_with("##[") || line.starts_with("##vso")
    };
    text.split(['\n', '\r']).filter(is_command).collect()
}

/// Commands that print text, with files that they read: `a` and `b` are conversations, `e` are events, `x` is broken.
const PRINTING: &[&str] = &[
    "validate --from openai a x",
    "validate --from openai --output-format full a x",
    "validate --from openai --output-format concise --statistics a x",
    "validate --from openai --output-format junit a x",
    "validate --from openai --output-format json a x",
    "validate --from openai --fix --diff a",
    "validate --from ag-ui -v e",
    "validate a x",
    "show --from openai a",
    "show --from openai --width 20 a",
    "show --from openai --full --findings a",
    "show --from openai --output-format markdown --findings a",
    "show --from openai --output-format html --findings a",
    "show --from openai a x",
    "show --from ag-ui e",
    "diff --from openai a b",
    "diff --from openai --output-format unified a b",
    "diff --from openai --output-format json a b",
    "diff --from openai --stat a b",
    "diff --from openai --brief a b",
    "diff a x",
    "stats --from openai --full a",
    "stats a x",
    "lineage e",
    "lineage --output-format mermaid e",
    "lineage --output-format dot e",
    "lineage a",
    "detect -v a b e x",
    "convert --from openai --to anthropic a",
    "convert --from openai --to chatml -v --on-error skip a x",
    "convert --from openai --to alpaca --lossy -v a",
    "convert --from openai --to anthropic --strict a",
    "convert --from openai --to openai --report - a",
    "convert --from openai --to openai --dry-run -v a b",
    "convert --to anthropic x",
    "replay -v e",
    "compact -v e",
    "migrate-ids -v --from openai a",
    "filter --from openai --where nope a",
    "split --from openai --limit 1 a",
    "dedupe -v --from openai a b",
    "config",
];

#[test]
fn no_line_of_text_is_a_command_of_a_workflow() {
    for command in COMMANDS {
        let folder = tempfile::tempdir().unwrap();
        // A name of a file cannot hold everything.
        let name = |letter: &str| format!("{}-{letter}.jsonl", command.replace(['/', '\r'], ""));
        let quoted = serde_json::to_string(command).unwrap();
        let messages = |text: &str| {
            format!(
                r#"{{"id":{quoted},"model":{quoted},{quoted}:{quoted},"messages":[{{"role":"system","name":{quoted},"content":{quoted}}},{{"role":"user","name":{quoted},"content":[{{"type":"text","text":{quoted}}},{{"type":"image_url","image_url":{{"url":{quoted}}}}},{{"type":{quoted},"x":{quoted}}}]}},{{"role":"assistant","content":{quoted},"refusal":{quoted},"reasoning_content":{quoted},"tool_calls":[{{"id":{quoted},"type":"function","function":{{"name":{quoted},"arguments":{quoted}}}}},{{"id":{quoted},"type":"function","function":{{"name":"f","arguments":{{"a":1}}}}}}]}},{{"role":"tool","tool_call_id":{quoted},"name":{quoted},"content":{quoted}}},{{"role":"tool","tool_call_id":"c","content":{quoted}}},{{"role":"user","content":"{text}"}}]}}"#
            )
        };
        let odd =
            format!(r#"{{"messages":[{{"role":{quoted},"content":{quoted}}},{{"role":"user","content":{quoted}}}]}}"#);
        let a = messages("a") + "\n" + &odd + "\n";
        let b =
            messages("b c") + "\n" + &messages(&quoted[1..quoted.len() - 1]) + "\n" + &odd.replace("user", "assistant");
        let events = format!(
            r#"{{"type":"RUN_STARTED","threadId":{quoted},"runId":{quoted}}}
{{"type":"TEXT_MESSAGE_START","messageId":{quoted},"role":"assistant"}}
{{"type":"TEXT_MESSAGE_CONTENT","messageId":{quoted},"delta":{quoted}}}
{{"type":"TEXT_MESSAGE_END","messageId":{quoted}}}
{{"type":"TOOL_CALL_START","toolCallId":{quoted},"toolCallName":{quoted}}}
{{"type":{quoted}}}
{{"type":"RUN_FINISHED","threadId":{quoted},"runId":{quoted}}}
"#
        );
        let broken = format!("{{{quoted}:\n{command}\n{command}");
        for (letter, text) in [("a", a), ("b", b), ("e", events), ("x", broken)] {
            fs::write(folder.path().join(name(letter)), text).unwrap();
        }
        for line in PRINTING {
            let args = line.split(' ').map(|word| if word.len() == 1 { name(word) } else { word.to_owned() });
            let output = Command::new(env!("CARGO_BIN_EXE_turnwise"))
                .args(args.collect::<Vec<_>>())
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            for bytes in [&output.stdout, &output.stderr] {
                let text = String::from_utf8_lossy(bytes);
                assert_eq!(commands(&text), Vec::<&str>::new(), "{line} with {command:?}: {text}");
            }
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!said.contains("unexpected argument") && !said.contains("required arguments"), "{line}: {said}");
        }
        // Annotations are commands of ours, each of one line.
        let ours = Command::new(env!("CARGO_BIN_EXE_turnwise"))
            .args(["validate", "--from", "openai", "--output-format", "github", &name("a"), &name("x")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&ours.stdout);
        let is_ours = |line: &&str| {
            ["::error file=", "::warning file=", "::notice file="].iter().any(|start| line.starts_with(start))
        };
        assert!(!commands(&text).is_empty() && commands(&text).iter().all(is_ours), "{text}");
        assert!(!commands(&text).iter().any(|line| line.contains("line=1::pwned\n")), "{text}");
    }
    // Arguments are names of files, too.
    for args in [["validate", "a\n::error::x"], ["--\n::error::x", "a"], ["convert", "--to=\n::error::x"]] {
        let (out, said) = run(&args);
        assert_eq!(commands(&out), Vec::<&str>::new(), "{args:?}: {out}");
        assert_eq!(commands(&said), Vec::<&str>::new(), "{args:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn json_on_a_terminal_commands_nothing_and_is_untouched_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    let text = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\u{9b}1m\u{202e}b\u{2066}\u{7f}\u{200f}\u{e0041}é 日本\"}]}\n";
    fs::write(&file, text).unwrap();
    for command in ["convert -q --from openai --to openai", "filter -q --from openai", "migrate-ids -q --from openai"] {
        let args: Vec<_> = command.split(' ').chain([file.to_str().unwrap()]).collect();
        assert_eq!(run(&args).0, text, "{command}");
        let Some(shown) = on_terminal(&args.join(" "), "cat") else { return };
        let plain: serde_json::Value = serde_json::from_str(&shown).unwrap_or_else(|_| panic!("{command}: {shown}"));
        assert_eq!(plain, serde_json::from_str::<serde_json::Value>(text).unwrap(), "{command}");
        assert!(shown.contains("a\\u009b1m\\u202eb\\u2066\\u007f\\u200f\\udb40\\udc41é 日本"), "{command}: {shown}");
    }
}
