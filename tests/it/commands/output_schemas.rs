//! The JSON Schemas of what turnwise writes (`turnwise schema report`): real output of fixtures of all formats fits them, every key in it is
//! listed, and output with another type does not fit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use turnwise::format::FORMATS;

use crate::fixtures::{files, path};

fn run(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The names of the schemas of outputs.
fn names() -> Vec<String> {
    let list = run(&path(""), &["schema"]);
    let names = list.lines().find_map(|line| line.strip_prefix("output: ")).unwrap();
    names.split(", ").map(str::to_owned).collect()
}

/// Real output for each schema, from fixtures of all formats.
#[derive(Default)]
struct Outputs(BTreeMap<&'static str, Vec<Value>>);

impl Outputs {
    fn add(&mut self, name: &'static str, values: Vec<Value>) {
        self.0.entry(name).or_default().extend(values);
    }

    fn whole(&mut self, name: &'static str, text: &str) {
        self.add(name, vec![serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"))]);
    }

    fn file(&mut self, name: &'static str, file: &Path) {
        if let Ok(text) = fs::read_to_string(file) {
            self.add(name, lines(&text));
        }
    }

    /// The output of commands that read one file.
    fn of_file(&mut self, file: &Path, folder: &Path, to: &str) {
        let input = file.to_str().unwrap();
        let [report, summary, carry, map] = ["report", "summary", "carry", "map"].map(|name| folder.join(name));
        let [report, summary, carry, map] = [&report, &summary, &carry, &map].map(|file| file.to_str().unwrap());
        let reports = ["--report", report, "--report-summary", summary];
        let converted: &[&str] =
            &["convert", "-q", "--lossy", "--on-error", "emit", "--lines", "--to", to, "--carry", carry];
        let written = run(folder, &[converted, &reports, &["-o", "converted.jsonl", input]].concat());
        assert!(written.is_empty(), "{written}");
        self.file("report", &folder.join("report"));
        self.file("summary", &folder.join("summary"));
        self.file("carry", &folder.join("carry"));
        if let Ok(text) = fs::read_to_string(folder.join("converted.jsonl")) {
            let errors: String = text
                .lines()
                .filter(|line| line.starts_with("{\"$turnwise_error\""))
                .fold(String::new(), |all, line| all + line + "\n");
            self.add("error-line", lines(&errors));
        }
        for command in
            [&["validate", "-q", "--for", to][..], &["filter", "-q", "--min-messages", "3"], &["dedupe", "-q"]]
        {
            run(folder, &[command, &reports, &[input]].concat());
            self.file("report", &folder.join("report"));
            self.file("summary", &folder.join("summary"));
        }
        run(folder, &["migrate-ids", "-q", "--which", "all", "--map-out", map, input]);
        self.file("id-map", &folder.join("map"));
        self.add("record-findings", lines(&run(folder, &["validate", "-q", "--output-format", "jsonl", input])));
        let found = run(folder, &["validate", "-q", "--output-format", "json", input]);
        self.add("findings", if found.is_empty() { Vec::new() } else { lines(&found.replace('\n', "")) });
        self.add("lineage", lines(&run(folder, &["lineage", "-q", "--json", input])));
        self.add("detect", lines(&run(folder, &["detect", "--json", input])));
        let stats = run(folder, &["stats", "-q", "--json", "--for", to, input]);
        if !stats.is_empty() {
            self.whole("stats", &stats);
        }
        let written = folder.join("converted.jsonl");
        let differences = run(folder, &["diff", "-q", "--output-format", "json", input, written.to_str().unwrap()]);
        if !differences.is_empty() {
            self.whole("diff", &differences);
        }
        for name in ["report", "summary", "carry", "map", "converted.jsonl"] {
            let _ = fs::remove_file(folder.join(name));
        }
    }

    fn of_folders(&mut self, folder: &Path) {
        let [old, new] = ["old", "new"].map(|name| folder.join(name));
        let chat = |text: &str| json!({"id": text, "messages": [{"role": "user", "content": text}]}).to_string();
        for (side, only, text) in [(&old, "gone.json", "It rains."), (&new, "more.json", "It snows.")] {
            fs::create_dir(side).unwrap();
            fs::write(side.join(only), chat("x")).unwrap();
            fs::write(side.join("same.json"), chat("y")).unwrap();
            fs::write(side.join("edited.jsonl"), [chat(text), chat("z")].join("\n")).unwrap();
            fs::write(side.join("broken.json"), chat(text).replace(']', "")).unwrap();
        }
        let [old, new] = ["old", "new"];
        self.whole("diff", &run(folder, &["diff", "-q", "--output-format", "json", old, new]));
        self.add("findings", lines(&run(folder, &["validate", "--output-format", "json", old]).replace('\n', "")));
        self.whole("stats", &run(folder, &["stats", "-q", "--json", old, new]));
        let examples = path("examples");
        let [examples, fixtures] = [examples.to_str().unwrap(), "fixtures"];
        for inputs in [&[old, examples][..], &[fixtures]] {
            let counts = ["validate", "-q", "--statistics", "--output-format", "json"];
            self.whole("finding-counts", &run(folder, &[&counts, inputs].concat()));
            run(folder, &[&["validate", "-q", "--baseline", "known.json", "--write-baseline"], inputs].concat());
            self.whole("baseline", &fs::read_to_string(folder.join("known.json")).unwrap());
        }
        self.whole("formats", &run(folder, &["formats", "--json"]));
        for topic in
            [&["--json"][..], &["--json", "TW2"], &["--json", "TW203"], &["--json", "openai"], &["--json", "trl"]]
        {
            self.whole("explain", &run(folder, &[&["explain"], topic].concat()));
        }
        fs::write(folder.join("turnwise.toml"), settings()).unwrap();
        self.whole("config", &run(folder, &["config", "--json"]));
        self.whole("config", &run(&path("examples"), &["--isolated", "config", "--json"]));
        self.add("settings", vec![serde_json::to_value(toml::from_str::<toml::Value>(&settings()).unwrap()).unwrap()]);
    }
}

/// The settings that docs/settings.md shows: all of them.
fn settings() -> String {
    let page = fs::read_to_string(path("docs/settings.md")).unwrap();
    page.split("```toml file=turnwise.toml\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

fn outputs() -> Outputs {
    let folder = tempfile::tempdir().unwrap();
    let mut outputs = Outputs::default();
    let targets = ["anthropic", "sharegpt", "openai", "gemini"];
    let fixtures = FORMATS.iter().flat_map(|format| files(format).into_iter().take(2));
    let others =
        ["ag-ui/lineage/cycle.jsonl", "ag-ui/lineage/duplicate-run.jsonl", "ag-ui/lineage/missing-parent.jsonl"];
    let others = others.map(|name| path("tests/fixtures").join(name));
    let broken = folder.path().join("broken.jsonl");
    fs::write(&broken, b"{\"messages\":[{\"role\":\"usr\",\"content\":\"x\"}]}\n{\"messages\":[\n\xff\n[]\n").unwrap();
    for (file, number) in fixtures.chain(others).chain([broken]).zip(0..) {
        outputs.of_file(&file, folder.path(), targets[number % targets.len()]);
    }
    outputs.of_folders(folder.path());
    outputs
}

/// A schema with its definitions.
struct Schema {
    root: Value,
    validator: Validator,
}

impl Schema {
    fn of(name: &str) -> Self {
        let root: Value = serde_json::from_str(&run(&path(""), &["schema", name])).unwrap();
        jsonschema::meta::validate(&root).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(root["$id"], format!("urn:turnwise:schema:{name}"));
        Self { validator: jsonschema::validator_for(&root).unwrap(), root }
    }

    /// The schemas that speak about a value, with those that this one refers to.
    fn parts<'s>(&'s self, schema: &'s Value, found: &mut Vec<&'s Value>) {
        found.push(schema);
        if let Some(name) = schema["$ref"].as_str() {
            self.parts(self.root.pointer(&name[1..]).unwrap(), found);
        }
        for key in ["then", "else"] {
            if schema.get(key).is_some() {
                self.parts(&schema[key], found);
            }
        }
        schema["anyOf"].as_array().into_iter().flatten().for_each(|choice| self.parts(choice, found));
    }

    /// Adds the places of keys that the schema does not list.
    fn unlisted(&self, schemas: &[&Value], value: &Value, place: &str, found: &mut Vec<String>) {
        let mut all = Vec::new();
        for schema in schemas {
            self.parts(schema, &mut all);
        }
        if all.iter().all(|it| ["type", "anyOf"].iter().all(|key| it.get(key).is_none())) {
            return; // it may be anything
        }
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    let place = format!("{place}/{key}");
                    let open =
                        || all.iter().filter_map(|it| it.get("additionalProperties")).filter(|it| it.is_object());
                    let own: Vec<_> = all.iter().filter_map(|it| it["properties"].get(key)).collect();
                    let codes = all.iter().filter_map(|it| it["patternProperties"].get("^TW[0-9]{3}$"));
                    let own = if own.is_empty() { open().chain(codes).collect() } else { own };
                    if own.is_empty() {
                        found.push(place);
                    } else {
                        self.unlisted(&own, member, &place, found);
                    }
                }
            }
            Value::Array(items) => {
                let own: Vec<_> = all.iter().filter_map(|it| it.get("items")).collect();
                for item in items {
                    self.unlisted(&own, item, place, found);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// The places of all values that are no lists and no objects.
fn leaves(value: &Value, place: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
            members.iter().for_each(|(key, member)| leaves(member, format!("{place}/{}", escaped(key)), found));
        }
        Value::Array(items) => {
            items.iter().take(3).zip(0..).for_each(|(item, number)| leaves(item, format!("{place}/{number}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => found.push(place),
    }
}

/// True for values that may be anything: those of messages and settings.
fn is_any(name: &str, place: &str) -> bool {
    match name {
        "diff" => ["/old", "/new"].iter().any(|it| place.contains(it)),
        "config" => place.contains("/value"),
        "formats" => place.contains("/media/"),
        _ => false,
    }
}

#[test]
fn real_output_fits_and_wrong_output_does_not() {
    let outputs = outputs();
    for name in names() {
        let schema = Schema::of(&name);
        let values = outputs.0.get(name.as_str()).unwrap_or_else(|| panic!("no output for {name}"));
        assert!(!values.is_empty(), "no output for {name}");
        for value in values {
            if let Err(error) = schema.validator.validate(value) {
                panic!("{name}: {error} at {}: {value}", error.instance_path());
            }
            let mut unlisted = Vec::new();
            schema.unlisted(&[&schema.root], value, "", &mut unlisted);
            assert!(unlisted.is_empty(), "{name} does not list {unlisted:?}: {value}");
        }
        // Values of another type, and missing keys.
        let large = values.iter().max_by_key(|value| value.to_string().len().min(20_000)).unwrap();
        let mut places = Vec::new();
        leaves(large, String::new(), &mut places);
        for place in places.iter().filter(|place| !is_any(&name, place)) {
            let mut wrong = large.clone();
            *wrong.pointer_mut(place).unwrap() = json!([[7]]);
            assert!(!schema.validator.is_valid(&wrong), "{name} accepts a list at {place}");
        }
        let required = schema.root["required"].as_array().into_iter().flatten();
        for key in required.map(|key| key.as_str().unwrap()) {
            let mut wrong = large.clone();
            wrong.as_object_mut().unwrap().remove(key).unwrap();
            assert!(!schema.validator.is_valid(&wrong), "{name} does not require {key}");
        }
        assert!(!schema.validator.is_valid(&json!(7)), "{name} accepts a number");
        // A later version may add keys; unknown settings are errors.
        if let Value::Object(members) = large {
            let more: Map<_, _> =
                members.clone().into_iter().chain([("later".to_owned(), json!({"value": 1, "source": ""}))]).collect();
            assert!(schema.validator.is_valid(&Value::Object(more)) != (name == "settings"), "{name} and unknown keys");
        }
    }
    // The schema of settings has all of them.
    let settings = Schema::of("settings").root;
    for key in outputs.0["config"][0].as_object().unwrap().keys() {
        let place = key.split('.').map(|it| format!("/properties/{it}")).collect::<String>();
        assert!(settings.pointer(&place).is_some(), "settings does not list {key}");
    }
    assert_eq!(outputs.0.keys().map(|name| (*name).to_owned()).collect::<Vec<_>>(), names());
}

/// docs/stability.md lists the schemas, no format has such a name, and definitions are the same in all of them.
#[test]
fn all_schemas_are_documented() {
    let page = fs::read_to_string(path("docs/stability.md")).unwrap();
    let mut files: Vec<PathBuf> = fs::read_dir(path("docs/schemas")).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let written: Vec<_> = files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(written, names());
    for name in names() {
        assert!(page.contains(&format!("| `{name}` |")), "docs/stability.md does not list {name}");
        assert!(turnwise::format::read_by_name(&name).is_none(), "{name} is a format");
    }
    let finding = |name: &str| Schema::of(name).root["$defs"]["finding"].clone();
    assert!(finding("report") == finding("findings") && finding("report") == finding("record-findings"));
    let summary = Schema::of("summary").root["properties"].clone();
    assert_eq!(Schema::of("report").root["$defs"]["summary"]["properties"], summary);
}
