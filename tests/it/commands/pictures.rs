//! The picture of `show` at the top of README.md: what the program prints in a terminal with colours, as text in an SVG image.
//! `UPDATE=1` writes it. The picture of the page is made by `tests/page/run.py`.

use std::fmt::Write as _;
use std::process::Command;

use unicode_width::UnicodeWidthChar as _;

use crate::fixtures::{golden, path};

const COLUMNS: usize = 64;
/// Hundredths of a pixel that a letter is wide.
const LETTER: usize = 783;
/// Pixels of a line, and around the text.
const LINE: usize = 18;
const EDGE: usize = 16;
/// What a terminal shows: the background, the text, and the colours of the codes that the program prints.
const LOOK: &str = "rect{fill:#17191c}text{fill:#e3e5e8;font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre}\
    .b{font-weight:700}.d{fill:#9aa1ab}.g{fill:#6cc98d}.c{fill:#7dc4e8}.y{fill:#e0b050;font-weight:700}.r{fill:#ff8a80;font-weight:700}";

/// The class for a code of colours.
fn class(code: &str) -> &'static str {
    match code {
        "0" => "",
        "1" => "b",
        "2" => "d",
        "32" => "g",
        "36" => "c",
        "1;33" => "y",
        "1;31" => "r",
        other => panic!("no colour for {other}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The pieces of a line, each with its colour and its column.
fn line(text: &str, out: &mut String) {
    let (mut column, mut class_now) = (0_usize, "");
    for (index, piece) in text.split("\u{1b}[").enumerate() {
        let mut shown = piece;
        if index > 0 {
            let (code, rest) = piece.split_once('m').unwrap();
            (class_now, shown) = (class(code), rest);
        }
        if !shown.trim().is_empty() {
            let class = if class_now.is_empty() { String::new() } else { format!(" class=\"{class_now}\"") };
            let start = shown.len() - shown.trim_start().len();
            let x = EDGE * 100 + (column + start) * LETTER;
            write!(out, "<tspan x=\"{}.{:02}\"{class}>{}</tspan>", x / 100, x % 100, escaped(shown.trim())).unwrap();
        }
        column += shown.chars().map(|it| it.width().unwrap()).sum::<usize>();
    }
}

fn svg(command: &str, shown: &str) -> String {
    let lines: Vec<_> = shown.trim_end().lines().collect();
    let (width, height) = (2 * EDGE + COLUMNS * LETTER / 100, 2 * EDGE + (lines.len() + 2) * LINE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<style>{LOOK}</style>\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n",
        escaped(command)
    );
    let prompt = format!("\u{1b}[2m$\u{1b}[0m {command}");
    for (text, number) in [prompt.as_str(), ""].into_iter().chain(lines).zip(1..) {
        if !text.is_empty() {
            write!(out, "<text y=\"{}\">", EDGE + number * LINE - 5).unwrap();
            line(text, &mut out);
            out.push_str("</text>\n");
        }
    }
    out + "</svg>\n"
}

#[test]
fn the_picture_of_show_is_current() {
    let output = Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args(["show", "--isolated", "--no-pager", "--color", "always", "--width", &COLUMNS.to_string()])
        .arg("examples/session.claude-code.jsonl")
        .current_dir(path(""))
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    golden(&path("docs/pictures/show.svg"), &svg("turnwise show examples/session.claude-code.jsonl", &shown));
}
