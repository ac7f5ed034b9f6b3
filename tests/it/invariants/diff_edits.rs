//! A conversation with random edits of known kinds: `diff` finds those edits, all of them and no others, and shows them in
//! fewer lines than git does.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, json};
use turnwise::format::{Framing, by_name};
use turnwise::op::diff::DiffOptions;

use crate::commands::diff::{differ, side};
use crate::invariants::random::Dice;

const WORDS: &[&str] = &[
    "river", "stone", "quick", "paper", "green", "window", "summer", "train", "letter", "silver", "market", "garden",
    "winter", "bridge", "copper", "island", "lantern", "meadow", "needle", "orange", "pocket", "quiver", "rabbit",
    "saddle", "timber", "urgent", "velvet", "walnut", "yellow", "zephyr", "anchor", "basket", "candle", "dinner",
    "engine", "fabric", "guitar", "harbor", "insect", "jacket", "kettle", "ladder", "mirror", "nephew", "office",
    "pepper", "quartz", "ribbon", "sister", "tunnel", "the", "and", "of", "to", "in", "is", "it", "that",
];

fn words(dice: &mut Dice, count: usize) -> String {
    (0..count).map(|_| WORDS[dice.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
}

/// A message of the conversation; it knows where it stood.
#[derive(Clone)]
struct Item {
    from: Option<usize>,
    value: Value,
}

/// What was done, as `diff` would tell it: kind, place in A, place in B.
type Edit = (&'static str, Option<usize>, Option<usize>);

struct Story {
    a: Value,
    b: Value,
    edits: BTreeSet<Edit>,
}

fn chat(dice: &mut Dice) -> Vec<Value> {
    let mut list = vec![json!({"role": "system", "content": words(dice, 12)})];
    let turns = 6 + dice.below(20);
    for turn in 0..turns {
        let count = 4 + dice.below(40);
        list.push(json!({"role": "user", "content": words(dice, count)}));
        if dice.chance(30) {
            let id = format!("call_{turn}");
            let arguments =
                json!({"city": words(dice, 2), "days": dice.below(9), "list": [1, dice.below(9), 3]}).to_string();
            list.push(json!({"role": "assistant", "content": null, "tool_calls":
                [{"id": id, "type": "function", "function": {"name": "look", "arguments": arguments}}]}));
            list.push(json!({"role": "tool", "tool_call_id": id, "content": words(dice, 9)}));
        }
        let count = 4 + dice.below(60);
        list.push(json!({"role": "assistant", "content": words(dice, count)}));
    }
    list
}

fn story(seed: u64) -> Story {
    let dice = &mut Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
    let a = chat(dice);
    let mut items: Vec<Item> =
        a.iter().enumerate().map(|(at, value)| Item { from: Some(at), value: value.clone() }).collect();
    let (mut touched, mut done) = (BTreeSet::new(), Vec::new());
    for _ in 0..=dice.below(6) {
        let at = 1 + dice.below(a.len() - 1);
        let has_text = a[at]["content"].is_string() && a[at]["role"] != "tool";
        if !touched.insert(at) {
            continue;
        }
        let place = |items: &[Item]| items.iter().position(|item| item.from == Some(at)).unwrap();
        match dice.below(6) {
            0 => {
                let role = if dice.chance(50) { "user" } else { "assistant" };
                let count = 4 + dice.below(30);
                let value = json!({"role": role, "content": words(dice, count)});
                let place = place(&items);
                items.insert(place, Item { from: None, value });
            }
            1 if has_text => {
                let place = place(&items);
                items.remove(place);
                done.push(("delete", at));
            }
            2 if has_text => {
                let item = items.remove(place(&items));
                // Over one neighbour alone nobody can tell which of the two moved.
                let to = (at + 3 + dice.below(9)) % items.len();
                items.insert(to.max(1), item);
                done.push(("move", at));
            }
            3 if has_text => {
                let place = place(&items);
                let role = if a[at]["role"] == "user" { "assistant" } else { "user" };
                items[place].value["role"] = role.into();
                done.push(("role", at));
            }
            4 if a[at]["tool_calls"].is_array() && touched.insert(at + 1) => {
                let (call, result) = (place(&items), items.iter().position(|it| it.from == Some(at + 1)).unwrap());
                if dice.chance(50) {
                    let id = format!("other_{at}");
                    items[call].value["tool_calls"][0]["id"] = id.clone().into();
                    items[result].value["tool_call_id"] = id.into();
                    done.extend([("id", at), ("id", at + 1)]);
                } else {
                    let arguments = a[at]["tool_calls"][0]["function"]["arguments"].as_str().unwrap();
                    let mut arguments: Value = serde_json::from_str(arguments).unwrap();
                    arguments["city"] = "Elsewhere".into();
                    items[call].value["tool_calls"][0]["function"]["arguments"] = arguments.to_string().into();
                    done.push(("edit", at));
                }
            }
            _ if has_text => {
                let text = a[at]["content"].as_str().unwrap();
                let mut list: Vec<&str> = text.split(' ').collect();
                let word = dice.below(list.len());
                list[word] = "CHANGED";
                let place = place(&items);
                items[place].value["content"] = list.join(" ").into();
                done.push(("edit", at));
            }
            _ => {}
        }
    }
    let mut edits: BTreeSet<Edit> = BTreeSet::new();
    for (kind, at) in done {
        edits.insert((kind, Some(at), items.iter().position(|item| item.from == Some(at))));
    }
    for (at, item) in items.iter().enumerate() {
        if item.from.is_none() {
            edits.insert(("insert", None, Some(at)));
        }
    }
    let b = items.into_iter().map(|item| item.value).collect::<Vec<_>>();
    Story { a: Value::Array(a), b: Value::Array(b), edits }
}

#[test]
fn random_edits_are_found_and_no_others() {
    let openai = Some(by_name("openai").unwrap().0);
    let (mut made, mut found, mut both) = (0, 0, 0);
    let mut missed = Vec::new();
    for seed in 0..1_000 {
        let story = story(seed);
        let document = Some(Framing::Document);
        let (a, b) = (story.a.to_string(), story.b.to_string());
        let (changes, _) = differ(side(&a, openai, document), side(&b, openai, document), &DiffOptions::default());
        let told: BTreeSet<Edit> = changes
            .iter()
            .map(|it| {
                (it.kind.name(), it.a.as_ref().and_then(|it| it.message), it.b.as_ref().and_then(|it| it.message))
            })
            .collect();
        made += story.edits.len();
        found += changes.len();
        both += told.intersection(&story.edits).count();
        if told != story.edits {
            let wrong: Vec<_> = told.symmetric_difference(&story.edits).collect();
            missed.push(format!("seed {seed}: {wrong:?}"));
        }
    }
    let percent = |part: usize, whole: usize| part as f64 * 100.0 / whole as f64;
    let (precision, recall) = (percent(both, found), percent(both, made));
    println!("{made} edits, precision {precision:.2} %, recall {recall:.2} %, {} seeds with a miss:", missed.len());
    for miss in &missed {
        println!("  {miss}");
    }
    assert!(made > 2_000 && precision >= 95.0 && recall >= 95.0, "{precision} {recall}");
}

/// Lines that a reader has to look at: those of `turnwise diff`, and the changed lines of `git diff` on pretty text.
#[test]
fn fewer_lines_are_shown_than_by_git() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ours, mut gits) = (0, 0);
    for seed in 0..25 {
        let story = story(seed);
        for (name, value) in [("a.json", &story.a), ("b.json", &story.b)] {
            std::fs::write(folder.path().join(name), serde_json::to_string_pretty(value).unwrap()).unwrap();
        }
        let shown = Command::new(env!("CARGO_BIN_EXE_turnwise"))
            .args(["diff", "-q", "--isolated", "a.json", "b.json"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        ours += String::from_utf8(shown.stdout).unwrap().lines().count();
        let git = Command::new("git")
            .args(["diff", "--no-index", "--numstat", "a.json", "b.json"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8(git.stdout).unwrap();
        gits += text.split_whitespace().take(2).filter_map(|count| count.parse::<usize>().ok()).sum::<usize>();
    }
    println!("turnwise shows {ours} lines, git {gits}");
    assert!(gits > 100 && ours < gits, "{ours} {gits}");
}
