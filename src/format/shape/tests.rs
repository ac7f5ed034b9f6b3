//! What follows from a small table.

use super::{CALL, Clue, Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::format::Sites;
use crate::format::ids::{Scope, Usage};
use crate::json::Tape;
use crate::model::MediaKind;

static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &BODY,
    lacks: Some((Scope::Conversation, "a list has no id")),
    media: MediaWrappers { own: &["who"], through: &["talk"] },
};

static BODY: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Conversation, Usage::Names).after(&[]), Key::list("talk", &MESSAGE)]);

static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("who"),
    Key::list("calls", &CALL).without_media(),
    Key::media("pictures", MediaSpelling::Url).or("picture").of(MediaKind::Image).clue(Clue::Own(210, "pictures")),
    Key::any("from").clue(Clue::Foreign),
])
.tagged(&["who"], &[Tagged::new(&["tool"], &RESULT), Tagged::ending("_tool", &RESULT)], &NOTHING, &NOTHING)
.plain(&["who", "text"], "tool");

static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("answers", Scope::Call, Usage::Points).after(&["who"]).filled(),
    Key::function_name("function"),
]);

#[test]
fn ids_are_found_by_tags_and_lists() {
    let text = r#"{"talk":[{"who":"user","text":"q"},{"who":"model","calls":[{"function":{"name":"f"},"id":"c1"}]},
        {"who":"tool","answers":"c1","function":"f"},{"who":"web_tool"},{"who":"tool","answers":""}]}"#;
    let mut tape = Tape::new();
    let mut sites = Sites::default();
    assert!(RECORD.ids(tape.parse(text).unwrap(), &mut sites));
    sites.sort();
    let found: Vec<_> = sites.list.iter().map(|site| (site.usage, site.raw(text), site.is_missing)).collect();
    let (names, points) = (Usage::Names, Usage::Points);
    assert_eq!(
        found,
        [
            (names, "", true),
            (names, "\"c1\"", false),
            (points, "\"c1\"", false),
            (points, "", true),
            (points, "\"\"", true)
        ]
    );
    let functions = sites.list.iter().map(|site| sites.function(site).map(|span| &text[span.start..span.end]));
    assert_eq!(functions.collect::<Vec<_>>(), [None, Some("\"f\""), Some("\"f\""), None, None]);
    assert_eq!((sites.lacks, sites.twice), (None, None));
}

#[test]
fn a_key_twice_is_noted_where_it_has_ids() {
    for (text, key) in [
        (r#"[{"who":"tool","answers":"a","answers":"b"}]"#, Some("answers")),
        (r#"[{"who":"user","who":"tool"}]"#, Some("who")),
        (r#"[{"who":"user","pictures":[],"pictures":[]}]"#, None),
    ] {
        let mut sites = Sites::default();
        assert!(RECORD.ids(Tape::new().parse(text).unwrap(), &mut sites));
        assert_eq!(sites.twice.map(|twice| twice.key), key, "{text}");
        assert!(sites.lacks.is_some());
    }
}

static EVENT: ShapeObject = ShapeObject::of(&[
    Key::tag("what"),
    Key::other("note", |note, sites| _ = sites.value(Scope::Run, Usage::Kept, Some(note)), |_, _| ()),
])
.tagged(&["what"], &[Tagged::new(&["begin"], &BEGIN), Tagged::new(&["go_on"], &GO_ON)], &NOTHING, &NOTHING);

static BEGIN: ShapeObject = ShapeObject::of(&[
    Key::id("about", Scope::Message, Usage::Names).after(&["what"]).begins(1),
    Key::id("seen", Scope::Call, Usage::Points).listed().text(),
]);

static GO_ON: ShapeObject = ShapeObject::of(&[
    Key::id("about", Scope::Message, Usage::Names).after(&["what"]).goes_on(1),
    Key::id("seen", Scope::Call, Usage::Points).only(|event, _| event.get("is_sure").is_some()),
]);

#[test]
fn ids_are_found_in_lists_and_by_functions() {
    let found = |text: &str| {
        let mut sites = Sites::default();
        EVENT.ids(Tape::new().parse(text).unwrap(), &mut sites);
        sites.list.iter().map(|site| format!("{:?} {} {}", site.usage, site.raw(text), site.family)).collect::<Vec<_>>()
    };
    assert_eq!(found(r#"{"what":"begin","about":"a","seen":["b",1,null]}"#), ["Names \"a\" 1", "Points \"b\" 0"]);
    assert_eq!(found(r#"{"what":"go_on","about":"a","seen":"b"}"#), ["Names \"a\" 1"]);
    assert_eq!(found(r#"{"what":"go_on","about":null}"#), ["Points null 1"]);
    assert_eq!(found(r#"{"what":"go_on","seen":"b","is_sure":1}"#), ["Points  1", "Points \"b\" 0"]);
    assert_eq!(found(r#"{"what":"begin","about":"a","note":"n"}"#), ["Kept \"n\" 0", "Names \"a\" 1"]);
}

#[test]
fn media_are_found_in_values_and_lists() {
    let text = r#"{"talk":[{"who":"user","pictures":["a.png",1,"b.png"]},{"who":"user","picture":"c.png"}]}"#;
    let mut found = Vec::new();
    RECORD.media(Tape::new().parse(text).unwrap(), &mut |place| found.push((place.value.raw().to_owned(), place.kind)));
    assert_eq!(found, ["\"a.png\"", "\"b.png\"", "\"c.png\""].map(|url| (url.to_owned(), MediaKind::Image)));
}

#[test]
fn clues_tell_formats_apart() {
    let score = |text: &str| MESSAGE.score(Tape::new().parse(text).unwrap(), "who", false).map(|score| score.value);
    assert_eq!(score(r#"[{"who":"user","text":"q"}]"#), Some(40));
    assert_eq!(score(r#"[{"who":"user","picture":"a.png"},{"text":"damaged"}]"#), Some(210));
    assert_eq!(score(r#"[{"who":"user","picture":"a.png"},{"who":"user","from":"x"}]"#), None);
    assert_eq!(score(r#"[{"text":"damaged"}]"#), None);
}
