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
pub fn tags(page: &str) -> (Vec<&str>, String) {
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

pub fn unescape(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (escape, character)| text.replace(escape, character))
}

/// What the program itself writes into the body of a page: tags, and attributes with plain values.
pub fn is_known(tag: &str) -> bool {
    let name = tag.trim_start_matches('/').split(' ').next().unwrap();
    let names = [
        "main", "section", "article", "header", "nav", "form", "details", "summary", "h1", "div", "pre", "del", "ins",
        "ul", "ol", "li", "p", "code", "a", "b", "input", "button", "output",
    ];
    let known = [
        "class",
        "id",
        "tabindex",
        "href",
        "dir",
        "aria-label",
        "aria-labelledby",
        "aria-pressed",
        "role",
        "type",
        "placeholder",
        "title",
        "data-does",
    ];
    let mut rest = tag.trim_start_matches('/').strip_prefix(name).unwrap();
    while let Some(attribute) = rest.strip_prefix(' ') {
        let end = attribute.find(['=', ' ']).unwrap_or(attribute.len());
        let (key, after) = attribute.split_at(end);
        if let Some(value) = after.strip_prefix("=\"") {
            let (value, after) = value.split_once('"').expect("a value ends");
            if !known.contains(&key) || (key == "href" && !value.starts_with('#')) {
                return false;
            }
            rest = after;
        } else if ["hidden", "open"].contains(&key) {
            rest = after;
        } else {
            return false;
        }
    }
    names.contains(&name) && rest.is_empty()
}

/// The content of a page, without its head and its script.
pub fn body(page: &str) -> &str {
    let (_, rest) = page.split_once("<body>").unwrap();
    let (body, script) = rest.split_once("<script>").unwrap();
    assert_eq!((script.matches("</script>").count(), script.contains("<script")), (1, false));
    body
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
        let (tags, shown) = tags(body(&page));
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
        for name in
            ["section", "article", "header", "details", "div", "pre", "ul", "li", "del", "ins", "code", "p", "h1"]
        {
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
    for word in ["http:", "https:", "src=", "url(", "@import", "<link", "<img", "<iframe"] {
        assert!(!found.contains(word), "{word}");
    }
    let pair = "<div class=\"pair\"><pre class=\"was\">\none <del>two</del> three</pre><pre class=\"is\">\none <ins>2</ins> three</pre></div>";
    assert!(found.contains(pair) && found.contains("1 message the same"), "{found}");
    // The message that is the same is there too, folded.
    assert!(found.contains("<pre dir=\"auto\">\n# assistant\nsame</pre>"), "{found}");
    assert_eq!(found.matches("<article").count(), 2);
    // The names of the files are foreign text, too.
    let found = page(a, b, ["<b>&'\".json", "c\u{202e}.json"]);
    assert!(found.contains("<title>&lt;b&gt;&amp;&#39;&quot;.json → c\\u{202e}.json</title>"), "{found}");
    // The strict policy forbids what would slip through.
    assert!(found.contains("default-src 'none'"));
}

#[test]
fn equal_lines_are_folded() {
    let lines = |changed: &str| {
        let lines: Vec<_> =
            (0..40).map(|line| if line == 20 { changed.to_owned() } else { format!("line {line}") }).collect();
        json!([{"role":"user","content":lines.join("\n")}]).to_string()
    };
    let found = page(&lines("a cat sat"), &lines("a dog sat"), ["a.json", "b.json"]);
    assert_eq!(found.matches("17 lines the same").count(), 1, "{found}");
    assert_eq!(found.matches("16 lines the same").count(), 1, "{found}");
    assert!(found.contains("a <del>cat</del> sat") && found.contains("a <ins>dog</ins> sat"));
    // Every line of both sides is in the page.
    for line in (0..40).filter(|line| *line != 20) {
        assert!(found.contains(&format!("line {line}\n")) || found.contains(&format!("line {line}<")), "line {line}");
    }
}
