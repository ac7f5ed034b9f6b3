//! Pages: HTML in one file that loads nothing and only runs its own script.

pub(crate) mod sections;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::cli::terminal::{clean, clean_block};

const STYLE: &str = concat!(include_str!("page.css"), include_str!("tree.css"));
const SCRIPT: &str = include_str!("page.js");

/// The beginning of every page.
const OPENING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
     <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none';";

/// The text of a page before its content. The policy allows this style, this script and media files in the page itself.
pub(crate) fn begin(title: &str) -> String {
    let policy = format!(
        "form-action 'none'; img-src data:; media-src data:; style-src '{}'; script-src '{}'",
        hash(STYLE),
        hash(SCRIPT)
    );
    format!(
        "{OPENING} {policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        escaped(title)
    )
}

/// The text of a page after its content.
pub(crate) fn end() -> String {
    format!("<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Text of one line, for content and attributes.
pub(crate) fn escaped(text: &str) -> String {
    entities(&clean(text))
}

/// Text with lines and tabs, for content.
pub(crate) fn escaped_block(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| clean_block(line.strip_suffix('\r').unwrap_or(line))).collect();
    entities(&lines.join("\n"))
}

/// A web link, or only the text: other addresses are not linked.
pub(crate) fn link(address: &str, text: &str) -> String {
    let start: String = address.chars().take(8).collect::<String>().to_ascii_lowercase();
    if !start.starts_with("https://") && !start.starts_with("http://") {
        return escaped(text);
    }
    format!("<a href=\"{}\" rel=\"noopener noreferrer nofollow\">{}</a>", escaped(address), escaped(text))
}

fn entities(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_never_markup() {
        let hostile = "</title><script>alert(1)</script>\" onload='x' &amp;\u{202e}\u{0}";
        let safe = escaped(hostile);
        assert!(
            !safe.contains(['<', '>', '"', '\'']) && safe.contains("&amp;amp;") && safe.contains("\\u{202e}"),
            "{safe}"
        );
        assert_eq!(begin(hostile).matches("<script").count(), 0);
    }

    #[test]
    fn only_the_web_is_linked() {
        for address in
            ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", " http://x", "//x", "jAvascript:http://x"]
        {
            assert_eq!(link(address, "here"), "here");
        }
        assert!(
            link("HTTPS://example.org/\"><b>", "x").starts_with("<a href=\"HTTPS://example.org/&quot;&gt;&lt;b&gt;\"")
        );
    }

    #[test]
    fn the_policy_names_what_is_in_the_page() {
        let page = begin("x") + &end();
        for (open, close) in [("<style>", "</style>"), ("<script>", "</script>")] {
            let inner = page.split_once(open).and_then(|(_, rest)| rest.split_once(close)).unwrap().0;
            assert!(page.contains(&hash(inner)), "{open}");
        }
        assert_eq!((page.matches("<style").count(), page.matches("<script").count()), (1, 1));
    }
}
