//! `--repair`: whatever was taken out of a history or mixed up in it, every format takes it afterwards, and nothing
//! vanished on the way.

use std::collections::HashMap;

use turnwise::format::{WriteOptions, by_name, writable};
use turnwise::json::{At, Tape};
use turnwise::model::walk::{FactKind, facts};
use turnwise::model::{Conversation, Role, dump};
use turnwise::op::repair;
use turnwise::report::Report;

use crate::fixtures::read;
use crate::invariants::conserve::{Fate, check};
use crate::invariants::random::{Dice, conversation, rounds};

/// Drops messages, swaps them, doubles them.
fn damage(conversation: &mut Conversation<'static>, dice: &mut Dice) {
    for _ in 0..=dice.below(3) {
        let count = conversation.messages.len();
        if count < 3 {
            return;
        }
        let (one, other) = (dice.below(count), dice.below(count));
        match dice.below(3) {
            0 => drop(conversation.messages.remove(one)),
            1 => conversation.messages.swap(one, other),
            _ => {
                let again = conversation.messages[one].clone();
                conversation.messages.insert(other, again);
            }
        }
    }
}

/// Every fact of the damaged conversation is in the repaired one, or a change at its place was reported.
fn assert_nothing_vanished(damaged: &Conversation<'_>, repaired: &Conversation<'_>, report: &Report) {
    let mut there: HashMap<(FactKind, String, At), usize> = HashMap::new();
    facts(repaired, &mut |fact| *there.entry((fact.kind, fact.value.into_owned(), fact.at)).or_default() += 1);
    facts(damaged, &mut |fact| {
        let is_named = report.kept().iter().any(|loss| loss.at == fact.at);
        let count = there.get_mut(&(fact.kind, fact.value.clone().into_owned(), fact.at)).filter(|count| **count > 0);
        match count {
            Some(count) => *count -= 1,
            None => {
                let named: Vec<_> = report.kept().iter().map(|loss| (loss.code.name, loss.at)).collect();
                assert!(is_named, "{fact:?} vanished: {named:?}\n{}\n{}", dump(damaged), dump(repaired));
            }
        }
    });
}

#[test]
fn damaged_histories_are_taken_after_repair() {
    let mut dice = Dice(99);
    let (mut written, mut refused, mut repairs) = (0, HashMap::<String, usize>::new(), 0);
    for round in 0..rounds(250) {
        let mut damaged = conversation(&mut dice);
        damage(&mut damaged, &mut dice);
        for format in writable() {
            let mut report = Report::keeping(u64::MAX);
            let mut repaired = damaged.clone();
            if repair(&mut repaired, format, &mut Tape::new(), &mut report) {
                repairs += 1;
                assert_nothing_vanished(&damaged, &repaired, &report);
                // Once is enough.
                let mut again = Report::keeping(u64::MAX);
                let is_clean = !repair(&mut repaired.clone(), format, &mut Tape::new(), &mut again);
                let (first, second) = (report.kept(), again.kept());
                assert!(is_clean, "{round} {}: {first:?}\n{second:?}\n{}", format.name, dump(&repaired));
            } else {
                assert_eq!(report.losses(), 0, "{round} {}", format.name);
            }
            // Rows of one question reject a history, whatever is repaired; instructions without messages are not a conversation.
            let is_one = format.policy.turns.exchanges == turnwise::lower::Exchanges::One;
            if is_one || repaired.messages.iter().all(|message| !matches!(message.role, Role::User)) {
                continue;
            }
            let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
            match check(&format!("repaired {round}"), &repaired, format, &options) {
                Fate::Written { .. } => written += 1,
                Fate::Refused(why) => *refused.entry(why).or_default() += 1,
            }
        }
    }
    assert!(repairs > 120, "only {repairs} repairs");
    let refused_all: usize = refused.values().sum();
    assert!(written > 20 * refused_all, "{written} written, rejected: {refused:#?}");
}

#[test]
fn generated_results_are_reported_in_the_order_of_their_calls() {
    let turn = |at: usize| {
        let function = format!(r#"{{"name":"f{at}","arguments":"{{}}"}}"#);
        let calls = format!(r#"[{{"id":"c{at}","type":"function","function":{function}}}]"#);
        format!(r#"{{"role":"assistant","content":null,"tool_calls":{calls}}},{{"role":"user","content":"q"}}"#)
    };
    let turns: Vec<_> = (0..20).map(turn).collect();
    let text = format!(r#"{{"messages":[{{"role":"user","content":"q"}},{}]}}"#, turns.join(","));
    let (openai, _) = by_name("openai").unwrap();
    let mut conversation = read(openai, &text, false, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    assert!(repair(&mut conversation, openai, &mut Tape::new(), &mut report));
    let places: Vec<_> = report.kept().iter().map(|finding| finding.at.offset()).collect();
    assert_eq!(places.len(), 20);
    assert!(places.is_sorted(), "{places:?}");
}
