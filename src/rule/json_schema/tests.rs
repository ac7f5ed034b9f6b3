//! Schemas and values: which values match, why others do not, and what is not checked.

use super::*;
use crate::json::Tape;

const MANY: u64 = 100_000;

fn message(schema: &str, value: &str) -> Result<Option<String>, NotChecked> {
    let (mut left, mut right, mut steps) = (Tape::new(), Tape::new(), MANY);
    let (schema, value) = (left.parse(schema).unwrap(), right.parse(value).unwrap());
    let mut patterns = SchemaPatterns::default();
    let found = SchemaCheck::new(schema, &mut patterns, &mut steps).check(value)?;
    Ok(found.map(|violation| violation.message()))
}

#[test]
fn values_that_fit() {
    for (schema, values) in [
        ("true", &["1", "null"] as &[_]),
        (r#"{"type":["string","null"]}"#, &[r#""a""#, "null"]),
        (r#"{"type":"STRING","nullable":true}"#, &[r#""a""#, "null"]),
        (r#"{"type":"integer"}"#, &["1", "1.0", "-2e3"]),
        (r#"{"type":"number","multipleOf":0.1}"#, &["0.3", "7"]),
        (r#"{"enum":["a",1,{"b":[]}]}"#, &[r#""\u0061""#, "1.0", r#"{"b":[]}"#]),
        (r#"{"const":null}"#, &["null"]),
        (r#"{"minLength":2,"maxLength":2,"pattern":"é$"}"#, &[r#""aé""#, "5"]),
        (r#"{"pattern":"^\\w{1,64}.é?$"}"#, &[r#""abé""#, r#""abc""#]),
        (r#"{"pattern":"^.{2}$"}"#, &[r#""éé""#]),
        (r#"{"pattern":"(?=look)"}"#, &[r#""around""#]),
        (r#"{"prefixItems":[{"type":"string"}],"items":{"type":"number"},"maxItems":2}"#, &["[]", r#"["a",1]"#]),
        (r#"{"items":[{"type":"string"}],"additionalItems":false}"#, &["[]", r#"["a"]"#]),
        (r#"{"contains":{"type":"number"},"maxContains":1}"#, &[r#"["a",1]"#]),
        (r#"{"uniqueItems":true}"#, &[r#"[1,2,"1",[1]]"#]),
        (
            r#"{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":{"type":"number"}}"#,
            &[r#"{"x-a":"","b":1}"#],
        ),
        (r#"{"dependencies":{"a":["b"]},"dependentSchemas":{"c":{"minProperties":2}}}"#, &[r#"{"a":1,"b":1}"#, "{}"]),
        (r#"{"if":{"required":["a"]},"then":{"required":["b"]}}"#, &["{}", r#"{"a":1,"b":1}"#]),
        (r##"{"$ref":"#/$defs/list","$defs":{"list":{"items":{"$ref":"#/$defs/list"}}}}"##, &["[[],[[]]]"]),
        (r##"{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"null"}}}"##, &["null"]),
        (r#"{"oneOf":[{"type":"string"},{"type":"number"}],"not":{"const":5}}"#, &["4", r#""5""#]),
        (r#"{"format":"date","title":5,"default":[]}"#, &[r#""no date""#]),
    ] {
        for value in values {
            assert_eq!(message(schema, value), Ok(None), "{schema} {value}");
        }
    }
}

#[test]
fn messages_name_the_place_and_what_is_wrong() {
    for (schema, value, wanted) in [
        ("false", "1", "is not allowed here"),
        (r#"{"type":"object"}"#, "[]", "is an array, not object"),
        (r#"{"type":["string","null"]}"#, "5", "is 5, not string or null"),
        (r#"{"type":"integer"}"#, "1.5", "is 1.5, not integer"),
        (r#"{"required":["a","b"]}"#, r#"{"a":1}"#, "lacks `b`"),
        (r#"{"properties":{"a":{"items":{"type":"string"}}}}"#, r#"{"a":["x",null]}"#, "`/a/1` is null, not string"),
        (
            r#"{"properties":{},"additionalProperties":false}"#,
            r#"{"b/c":1}"#,
            "`/b~1c` is a key that the schema does not have",
        ),
        (r#"{"enum":["celsius","fahrenheit"]}"#, r#""kelvin""#, "is `kelvin`, not `celsius` or `fahrenheit`"),
        (r#"{"enum":[1,2,3,4,5,6,7]}"#, "8", "is 8, not 1 or 2 or 3 or 4 or 5 or 6 or …"),
        (r#"{"const":"a"}"#, r#""b""#, "is `b`, not `a`"),
        (r#"{"minimum":1}"#, "0", "is 0, below the minimum of 1"),
        (r#"{"maximum":1,"exclusiveMaximum":true}"#, "1", "is 1, above the maximum of 1"),
        (r#"{"exclusiveMinimum":1}"#, "1", "is 1, not above 1"),
        (r#"{"multipleOf":0.1}"#, "0.35", "is 0.35, not a multiple of 0.1"),
        (r#"{"minItems":1}"#, "[]", "has 0 items, at least 1 are required"),
        (r#"{"maxLength":1}"#, r#""éé""#, "has 2 characters, at most 1 are required"),
        (r#"{"pattern":"^a"}"#, r#""b""#, "is `b`, which does not match the pattern `^a`"),
        (r#"{"uniqueItems":true}"#, "[1,2,1.0]", "has the item 1 twice"),
        (
            r#"{"propertyNames":{"maxLength":1}}"#,
            r#"{"ab":1}"#,
            "has a key that does not fit: it has 2 characters, at most 1 are required",
        ),
        (r#"{"dependentRequired":{"a":["b"]}}"#, r#"{"a":1}"#, "lacks `b`, which `a` requires"),
        (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "1", "fits none of the 2 alternatives"),
        (
            r#"{"anyOf":[{"type":"string"},{"properties":{"a":{"type":"null"}},"type":"object"}]}"#,
            r#"{"a":1}"#,
            "`/a` is 1, not null",
        ),
        (r#"{"oneOf":[{},{"type":"number"}]}"#, "1", "fits 2 alternatives, not exactly one"),
        (r#"{"not":{}}"#, "1", "fits the schema at `not`"),
        (r#"{"contains":{"type":"null"}}"#, "[1]", "has 0 items that fit the schema at `contains`"),
        (
            r#"{"if":{"type":"number"},"then":{"minimum":3},"else":{"type":"null"}}"#,
            "2",
            "is 2, below the minimum of 3",
        ),
        (r##"{"properties":{"a":{"$ref":"#"}},"required":["a"]}"##, r#"{"a":{}}"#, "`/a` lacks `a`"),
    ] {
        let wanted = if wanted.starts_with("`/") { wanted.to_owned() } else { format!("the value {wanted}") };
        assert_eq!(message(schema, value), Ok(Some(wanted)), "{schema} {value}");
    }
}

#[test]
fn schemas_without_an_end_are_not_checked() {
    let levels: Vec<_> = (0..40)
        .map(|n| format!(r##""a{n}":{{"allOf":[{{"$ref":"#/$defs/a{0}"}},{{"$ref":"#/$defs/a{0}"}}]}}"##, n + 1))
        .collect();
    let doubling = format!(r##"{{"$ref":"#/$defs/a0","$defs":{{{},"a40":{{}}}}}}"##, levels.join(","));
    for schema in [
        r##"{"allOf":[{"$ref":"#"}]}"##,
        r#"{"$ref":"https://example.org/other"}"#,
        r##"{"$ref":"#/nowhere"}"##,
        r#"{"type":"dict"}"#,
        "5",
        &doubling,
    ] {
        assert_eq!(message(schema, "1"), Err(NotChecked), "{schema}");
    }
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let branching = r##"{"anyOf":[{"items":{"$ref":"#"},"maxItems":0},{"items":{"$ref":"#"},"type":"null"}]}"##;
    assert_eq!(message(branching, &deep), Err(NotChecked));
    let wide = format!("[{}1]", "1,".repeat(1000));
    assert_eq!(message(r#"{"uniqueItems":true}"#, &wide), Err(NotChecked));
}

#[test]
fn items_of_a_known_shape_are_not_checked_again() {
    let schema = r#"{"items":{"required":["role"],"properties":{"role":{"enum":["user","tool"]},"n":{"maximum":5},"content":{"type":"string"},"name":{"minLength":2},"list":{"items":{"enum":["a"]}},"any":{"const":{"k":"v"}}},"additionalProperties":false}}"#;
    let good = r#"{"role":"user","content":"a"}"#;
    let mut left = Tape::new();
    let root = left.parse(schema).unwrap();
    let mut index = SchemaIndex::with_shapes();
    let mut check = |list: &str| {
        let (mut right, mut steps, mut patterns) = (Tape::new(), MANY, SchemaPatterns::default());
        let value = right.parse(list).unwrap();
        let mut check = SchemaCheck::new(root, &mut patterns, &mut steps);
        let found = check.check_against(root, value, &mut index).unwrap().map(|violation| violation.message());
        (found, MANY - steps)
    };
    let first = check(&format!("[{good}]")).1;
    let (found, many) = check(&format!("[{}]", vec![r#"{"role":"user","content":"other"}"#; 100].join(",")));
    assert_eq!((found, many < first), (None, true));
    for good in [r#"{"role":"tool","n":1}"#, r#"{"role":"user","name":"ab"}"#, r#"{"role":"user","list":["a"]}"#] {
        assert_eq!(check(&format!("[{good},{good}]")).0, None, "{good}");
    }
    assert_eq!(check(r#"[{"role":"user","any":{"k":"v"}}]"#).0, None);
    for (bad, why) in [
        (r#"{"role":"usex","content":"a"}"#, "`/1/role` is `usex`"),
        (r#"{"role":"user","content":1}"#, "`/1/content` is 1"),
        (r#"{"role":"user","contemt":"a"}"#, "`/1/contemt` is a key"),
        (r#"{"role":"tool","n":6}"#, "`/1/n` is 6"),
        (r#"{"role":"user","name":"a"}"#, "`/1/name` has 1"),
        (r#"{"role":"user","list":["b"]}"#, "`/1/list/0` is `b`"),
        (r#"{"role":"user","any":{"k":"w"}}"#, "`/1/any` is"),
    ] {
        let found = check(&format!("[{good},{bad}]")).0.unwrap_or_default();
        assert!(found.starts_with(why), "{bad}: {found}");
    }
}
