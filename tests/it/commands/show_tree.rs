//! Pages of conversations with branches: each message is in the page once, each link leads somewhere, and nothing is nested deeply.

use std::collections::HashSet;
use std::process::Command;

use serde_json::{Map, Value, json};

/// An export of a chat service. `parents`: for each message the one before it; the last message is where the person was.
fn export(parents: &[Option<usize>]) -> String {
    let mut nodes = Map::new();
    for (number, parent) in parents.iter().enumerate() {
        let own = (0..parents.len()).filter(|it| parents[*it] == Some(number));
        let children: Vec<_> = own.map(|it| format!("n{it}")).collect();
        let role = if number % 2 == 0 { "user" } else { "assistant" };
        let message = json!({
            "id": format!("n{number}"), "author": {"role": role, "name": null, "metadata": {}}, "create_time": 1_700_000_000,
            "content": {"content_type": "text", "parts": [format!("say{number}.")]}, "status": "finished_successfully",
            "weight": 1.0, "metadata": {}, "recipient": "all",
        });
        let parent = parent.map(|it| format!("n{it}"));
        let node = json!({"id": format!("n{number}"), "message": message, "parent": parent, "children": children});
        nodes.insert(format!("n{number}"), node);
    }
    let last = format!("n{}", parents.len() - 1);
    json!({"title": "T", "create_time": 1, "mapping": nodes, "current_node": last, "conversation_id": "c"}).to_string()
}

fn page(text: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chat.json");
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    let output = command.args(["show", "-q", "--isolated", "--to", "html"]).args(more).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn ids(page: &str) -> Vec<&str> {
    page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Each message is there once, ids are unique, links lead to them; returns how deep folded elements are in each other.
fn check(page: &str, count: usize) -> usize {
    let ids = ids(page);
    let unique: HashSet<_> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    for target in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(unique.contains(target), "{target}");
    }
    let mut articles = page.split("<article").skip(1);
    let mut said: Vec<usize> = articles
        .by_ref()
        .map(|article| article.split("say").nth(1).unwrap().split('.').next().unwrap().parse().unwrap())
        .collect();
    said.sort_unstable();
    assert_eq!(said, (0..count).collect::<Vec<_>>());
    let (mut depth, mut deepest) = (0_usize, 0);
    for piece in page.split('<') {
        if piece.starts_with("details") || piece.starts_with("ul>") {
            depth += 1;
        } else if piece.starts_with("/details") || piece.starts_with("/ul>") {
            depth -= 1;
        }
        deepest = deepest.max(depth);
    }
    assert_eq!(depth, 0);
    deepest
}

#[test]
fn each_message_of_a_tree_is_in_its_page_once() {
    let mut seed = 7_usize;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for size in [1, 2, 3, 5, 8, 13, 30, 80] {
        for spread in [1, 2, 4, 100] {
            let parents: Vec<_> =
                (0..size).map(|it: usize| it.checked_sub(1 + random(spread.min(it.max(1))))).collect();
            let text = export(&parents);
            check(&page(&text, &[]), size);
            let own = page(&text, &["--branch", "active"]);
            assert!(own.matches("<article").count() <= size && !own.contains("class=\"fork\""));
        }
    }
}

#[test]
fn many_forks_and_deep_ones_make_a_page_of_reasonable_size() {
    let forks = 1000;
    // After each message of the way to the last one there is another answer, too.
    let mut parents = vec![None];
    for number in 0..forks {
        parents.extend([Some(2 * number), Some(2 * number)]);
    }
    let page_of_forks = page(&export(&parents), &[]);
    assert!(check(&page_of_forks, parents.len()) < 5);
    assert_eq!(page_of_forks.matches("class=\"fork\"").count(), forks);
    assert!(page_of_forks.len() < 1_500 * parents.len(), "{}", page_of_forks.len());

    // Each branch leaves the one before.
    let mut parents = vec![None];
    for _ in 0..forks {
        let last = parents.len() - 1;
        parents.extend([Some(last.saturating_sub(1)), Some(last.saturating_sub(1))]);
    }
    parents.push(Some(0));
    let deep = page(&export(&parents), &[]);
    assert!(check(&deep, parents.len()) < 40);
    assert!(deep.len() < 1_500 * parents.len(), "{}", deep.len());
}

#[test]
fn messages_that_stored_branches_share_are_shown_once() {
    let mut flow: Value = serde_json::from_str(
        &std::fs::read_to_string(crate::fixtures::path("tests/fixtures/lionpride/flow.json")).unwrap(),
    )
    .unwrap();
    let messages = flow["items"]["items"].as_array().unwrap().len();
    let orders = flow["progressions"]["items"].as_array_mut().unwrap();
    let order = orders[0]["order"].as_array().unwrap().clone();
    // The same messages but for the first one: the others are those of the first branch.
    let mut rest = orders[0].clone();
    rest["order"] = json!(order[1..]);
    rest["system_message"] = Value::Null;
    rest["name"] = json!("rest");
    rest["id"] = json!("aaaaaaaa-0000-4000-8000-000000000001");
    orders.truncate(1);
    orders.push(rest);
    let page = page(&flow.to_string(), &[]);
    let ids = ids(&page);
    assert_eq!(ids.len(), ids.iter().collect::<HashSet<_>>().len());
    assert!(page.matches("<article").count() <= messages);
    assert_eq!(page.matches("the same as <a href=\"#c1m").count(), order.len() - 1, "{page}");
    assert!(page.contains("aria-label=\"Branches\""), "{page}");
}
