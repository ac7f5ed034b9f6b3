//! The page of `diff --html`: whatever stands in a conversation, it is text there.

use std::process::Command;

use serde_json::json;

/// What somebody might put into a conversation to get out of the page, or into the terminal of who reads it.
const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "</pre></td></table><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)' autofocus='",
    "--></style><svg/onload=alert(1)>",
    "<a href=\"http://evil.example/\">x</a> https://evil.example/y.js",
    "&lt;b&gt; &amp;amp; &#60;",
    "\u{1b}]0;title\u{7}\u{9b}31m \u{0} \u{85} \r x",
    "\u{202e}evil\u{2066}x\u{2069} \u{feff}\u{200e} \u{e0041}",
    "javascript:alert(1)//<!--[if IE]>",
    "]]> <![CDATA[x]]> <?php ?> {{constructor}} ${7*7}",
];

fn page(a: &str, b: &str, names: [&str; 2]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = names;
    std::fs::write(folder.path().join(first), a).unwrap();
    std::fs::write(folder.path().join(second), b).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args(["diff", "--isolated", "--html", "page", first, second])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
    std::fs::read_to_string(folder.path().join("page")).unwrap()
}

/// Cuts a page into its tags and its text, as a browser would; fails where it is no such page.
fn tags(page: &str) -> (Vec<&str>, String) {
    let (mut tags, mut text, mut rest) = (Vec::new(), String::new(), page);
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        tags.push(&rest[start + 1..end]);
        rest = &rest[end + 1..];
    }
    text.push_str(rest);
    assert!(!text.contains('>'), "every > is escaped");
    (tags, text)
}

fn unescape(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (escape, character)| text.replace(escape, character))
}

/// Everything that the program itself writes.
fn is_known(tag: &str) -> bool {
    let name = tag.trim_start_matches('/').split(' ').next().unwrap();
    let plain = [
        "html", "head", "title", "style", "body", "h1", "h2", "table", "tr", "td", "pre", "del", "ins", "ul", "li",
        "p", "code", "span",
    ];
    let with = [
        "!doctype html",
        "html lang=\"en\"",
        "meta charset=\"utf-8\"",
        "meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\"",
        "meta name=\"viewport\" content=\"width=device-width\"",
        "tr class=\"skip\"",
        "td colspan=\"2\"",
        "p class=\"note\"",
        "code class=\"note\"",
        "span class=\"old\"",
        "span class=\"new\"",
    ];
    with.contains(&tag) || (plain.contains(&name) && tag.trim_start_matches('/') == name)
}

#[test]
fn hostile_texts_are_text() {
    for text in HOSTILE {
        let chat = |own: &str| {
            json!({"messages":[
                {"role":"system","content":format!("{text}{own}")},
                {"role":"user","name":text,"content":[{"type":"text","text":own},{"type":"image_url","image_url":{"url":format!("https://x.example/{text}")}}]},
                {"role":"assistant","content":text,text.to_string():own,"tool_calls":[{"id":format!("{own}{text}"),"type":"function","function":{"name":text,"arguments":json!({text.to_string():own}).to_string()}}]},
                {"role":"tool","tool_call_id":format!("{own}{text}"),"content":format!("{own} {text}")},
                {"role":"user","content":if own == "b" { json!("short") } else { json!(format!("gone {text}")) }},
            ],"model":text,"tools":[{"type":"function","function":{"name":format!("t{own}"),"description":text,"parameters":{}}}]})
            .to_string()
        };
        let page = page(&chat("a"), &chat("b"), ["a.json", "b.json"]);
        let (tags, shown) = tags(&page);
        for tag in &tags {
            assert!(is_known(tag), "<{tag}> in the page of {text}");
        }
        for character in shown.chars() {
            let is_safe = !character.is_control() || matches!(character, '\n' | '\t');
            assert!(
                is_safe
                    && !matches!(character, '\u{200e}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'),
                "{character:?}"
            );
        }
        // What is harmless is there as it is.
        if text.chars().all(|character| (' '..='~').contains(&character)) {
            assert!(unescape(&shown).contains(text), "{text}");
        }
        let open = |name: &str| tags.iter().filter(|tag| tag.split(' ').next() == Some(name)).count();
        for name in ["table", "tr", "td", "pre", "ul", "li", "span", "del", "ins", "code", "p", "h2", "body", "html"] {
            assert_eq!(open(name), open(&format!("/{name}")), "{name} in the page of {text}");
        }
    }
}

#[test]
fn a_page_needs_nothing_else() {
    let a = r#"[{"role":"user","content":"one two three"},{"role":"assistant","content":"same"},{"role":"user","content":"x"}]"#;
    let b = r#"[{"role":"user","content":"one 2 three"},{"role":"assistant","content":"same"}]"#;
    let found = page(a, b, ["a.json", "b.json"]);
    assert_eq!(found, page(a, b, ["a.json", "b.json"]), "the same bytes each time");
    for word in ["http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link", "<img", "<iframe"] {
        assert!(!found.contains(word), "{word}");
    }
    assert!(found.contains("one <del>two</del><ins>2</ins> three") && found.contains("1 message the same"), "{found}");
    assert!(
        found.contains("<span class=\"old\">one two three</span>")
            && found.contains("<span class=\"new\">one 2 three</span>")
    );
    // The names of the files are foreign text, too.
    let found = page(a, b, ["<b>&'\".json", "c\u{202e}.json"]);
    assert!(found.contains("<title>&lt;b&gt;&amp;&#39;&quot;.json → c\\u{202e}.json</title>"), "{found}");
    // The strict policy forbids what would slip through.
    assert!(found.contains("default-src 'none'"));
}
