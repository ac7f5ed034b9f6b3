//! What is shipped for continuous integration does what it says: the steps of `action.yml` and the script of the GitLab job
//! run as the services run them, in a folder of mixed files. (pre-commit itself runs in `tests/interop/hooks.py`.)

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::fixtures::path;

const CHAT: &str = "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"model\":\"m\"}\n";
const BROKEN: &str = "{\"messages\":[{\"role\":\"tool\",\"tool_call_id\":\"c9\",\"content\":\"x\"}],\"model\":\"m\"}\n";

/// A repository with conversations and other files.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data/a b");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("chat.jsonl"), CHAT).unwrap();
    for entry in fs::read_dir(path("examples")).unwrap() {
        let from = entry.unwrap().path();
        fs::copy(&from, data.join(from.file_name().unwrap())).unwrap();
    }
    for file in ["package.json", "data/package.json"] {
        fs::write(folder.path().join(file), "{\"name\":\"site\",\"version\":\"1.0.0\"}").unwrap();
    }
    folder
}

/// The lines of a YAML block that begins after `line`, without their indentation.
fn block(text: &str, line: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|it| it.trim_start() != line);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let outer = indent(lines.next().unwrap_or_else(|| panic!("there is no `{line}`")));
    let inside: Vec<_> = lines.take_while(|line| line.is_empty() || indent(line) > outer).collect();
    let inner = inside.iter().filter(|line| !line.is_empty()).map(|line| indent(line)).min().unwrap();
    inside.iter().map(|line| line.get(inner..).unwrap_or_default().to_owned()).collect()
}

/// Runs a script as the services do, with a `cargo` that installs the program of these tests, and a `curl` that downloads files
/// of the folder `.release`.
fn script(folder: &Path, shell: &[&str], script: &str, env: &[(String, String)]) -> Output {
    let tools = folder.join(".tools");
    fs::create_dir_all(&tools).unwrap();
    let program = env!("CARGO_BIN_EXE_turnwise");
    let cargo = format!(
        "#!/bin/sh\necho \"$*\" >> {0}/cargo.log\nroot={0}/..\nwhile [ $# -gt 0 ]; do [ \"$1\" = --root ] && root=$2; shift; done\n\
         mkdir -p \"$root/bin\"\nln -sf {program} \"$root/bin/turnwise\"\nln -sf {program} {0}/turnwise\n",
        tools.display()
    );
    let curl = "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --output ] && file=$2; shift; done\n\
        cp \"${0%/*}/../.release/${1##*/}\" \"$file\" 2> /dev/null || exit 22\n";
    fs::write(tools.join("cargo"), cargo).unwrap();
    fs::write(tools.join("curl"), curl).unwrap();
    let mode = Command::new("chmod").arg("+x").args(["cargo", "curl"].map(|it| tools.join(it))).status().unwrap();
    assert!(mode.success());
    let search = std::env::var("PATH").unwrap_or_default();
    Command::new(shell[0])
        .args(&shell[1..])
        .args(["-c", script])
        .current_dir(folder)
        .env("PATH", format!("{}:{search}", tools.display()))
        .envs(env.iter().cloned())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn texts(output: &Output) -> (String, String) {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    (out, err)
}

/// The steps of the action with these inputs; those that are not named have their defaults. The first step that fails is the
/// last. A file in `.release` is one of the release that the action is used at.
fn act(folder: &Path, inputs: &[(&str, &str)]) -> Output {
    let action = fs::read_to_string(path("action.yml")).unwrap();
    let shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail"];
    let value = |expression: &str| {
        let Some(name) = expression.strip_prefix("${{ inputs.").and_then(|it| it.strip_suffix(" }}")) else {
            assert!(expression.starts_with("${{ github.server_url }}/"), "{expression}");
            return "https://example.org/releases/v1".to_owned();
        };
        let given = inputs.iter().find(|(input, _)| *input == name).map(|(_, value)| (*value).to_owned());
        given.unwrap_or_else(|| {
            let lines = block(&action, &format!("{name}:"));
            let default = lines.iter().find_map(|line| line.strip_prefix("default: ")).unwrap();
            default.trim_matches('"').to_owned()
        })
    };
    let mut output = None;
    for step in action.split("    - name: ").skip(1) {
        if step.contains("if: ${{ inputs.program == '' }}") && !value("${{ inputs.program }}").is_empty() {
            continue;
        }
        let mut env: Vec<(String, String)> = vec![
            ("GITHUB_ACTION_PATH".into(), path("").display().to_string()),
            ("RUNNER_TEMP".into(), folder.join(".runner").display().to_string()),
            ("RUNNER_OS".into(), "Linux".into()),
            ("RUNNER_ARCH".into(), "X64".into()),
        ];
        for line in block(step, "env:") {
            let (name, expression) = line.split_once(": ").unwrap();
            env.push((name.to_owned(), value(expression)));
        }
        let done = script(folder, &shell, &block(step, "run: |").join("\n"), &env);
        let is_good = done.status.success();
        output = Some(done);
        if !is_good {
            break;
        }
    }
    output.unwrap()
}

/// An action that is used at a release has its program, if that is the one of the checksums; else it builds the source.
#[test]
fn the_action_uses_the_program_of_its_release() {
    let folder = repository();
    let release = folder.path().join(".release");
    fs::create_dir(&release).unwrap();
    let packing = "mkdir turnwise-x86_64-unknown-linux-gnu && ln -s \"$PROGRAM\" turnwise-x86_64-unknown-linux-gnu/turnwise && \
        tar -czf turnwise-x86_64-unknown-linux-gnu.tgz turnwise-x86_64-unknown-linux-gnu && shasum -a 256 *.tgz > SHA256SUMS";
    let program = [("PROGRAM".to_owned(), env!("CARGO_BIN_EXE_turnwise").to_owned())];
    let packed = script(&release, &["sh", "-e"], packing, &program);
    assert!(packed.status.success(), "{:?}", texts(&packed));
    let inputs = [("paths", "data/a b/chat.jsonl")];
    let done = act(folder.path(), &inputs);
    assert!(done.status.success(), "{:?}", texts(&done));
    assert!(!folder.path().join(".tools/cargo.log").exists(), "it was built");

    let sums = fs::read_to_string(release.join("SHA256SUMS")).unwrap();
    fs::write(release.join("SHA256SUMS"), sums.replace(&sums[..8], "00000000")).unwrap();
    assert!(!act(folder.path(), &inputs).status.success(), "another program than the release's was run");
    assert!(!folder.path().join(".tools/cargo.log").exists(), "it was built");

    fs::remove_dir_all(release).unwrap();
    assert!(act(folder.path(), &inputs).status.success());
    let log = fs::read_to_string(folder.path().join(".tools/cargo.log")).unwrap();
    assert!(log.contains(&format!("--path {}", path("").display())), "{log}");
}

/// The workflows are valid, where there is a parser for them; the check of the project has one.
#[test]
fn workflows_are_valid() {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).current_dir(path("")).output();
    if !python(&["-c", "import yaml"]).is_ok_and(|it| it.status.success()) {
        println!("skipped: PyYAML is not installed");
        return;
    }
    let done = python(&["tests/interop/github_files.py"]).unwrap();
    assert!(done.status.success(), "{:?}", texts(&done));
}

#[test]
fn the_action_annotates_and_fails() {
    let folder = repository();
    let clean = act(folder.path(), &[]);
    let (out, err) = texts(&clean);
    assert!(clean.status.success(), "{out}{err}");
    assert!(err.contains("16 conversations in 12 files"), "{err}");
    assert!(out.lines().all(|line| line.starts_with("::warning ") || line.starts_with("::notice ")), "{out}");

    fs::write(folder.path().join("data/a b/broken *.jsonl"), BROKEN).unwrap();
    fs::write(folder.path().join("data/text.json"), "no JSON\n").unwrap();
    for (inputs, errors) in [
        (&[][..], &["broken *.jsonl"][..]),
        (&[("paths", "data/a b")], &["broken *.jsonl"]),
        (&[("paths", "data/a b/chat.jsonl\ndata/a b/broken *.jsonl\n")], &["broken *.jsonl"]),
        (&[("args", "")], &["broken *.jsonl", "data/package.json", "data/text.json", "file=package.json"]),
        (&[("args", "--skip-unknown --warn-as-error"), ("paths", "data/a b/broken *.jsonl")], &["broken *.jsonl"]),
        (&[("program", env!("CARGO_BIN_EXE_turnwise"))], &["broken *.jsonl"]),
    ] {
        let output = act(folder.path(), inputs);
        let (out, err) = texts(&output);
        assert_eq!(output.status.code(), Some(1), "{inputs:?}: {err}");
        let found: Vec<_> = out.lines().filter(|line| line.starts_with("::error file=")).collect();
        assert_eq!(found.len(), errors.len(), "{inputs:?}: {out}{err}");
        for file in errors {
            assert!(found.iter().any(|line| line.contains(file) && !line.contains("file=.")), "{inputs:?}: {out}");
        }
    }
    let excluded = act(folder.path(), &[("args", "--skip-unknown --exclude broken*")]);
    assert!(excluded.status.success(), "{:?}", texts(&excluded));
    let wrong = act(folder.path(), &[("args", "--skip-unknwn")]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(texts(&wrong).1.contains("--skip-unknown"), "{:?}", texts(&wrong));
}

/// The blocks of YAML in a page.
fn yaml(page: &str) -> Vec<String> {
    let text = fs::read_to_string(path(page)).unwrap();
    let after = text.split("```yaml\n").skip(1);
    after.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_gitlab_job_writes_both_reports() {
    let jobs = yaml("docs/ci.md");
    let shown = yaml("README.md");
    assert!(!shown.is_empty() && shown.iter().all(|job| jobs.contains(job)), "the pages show the same");
    let job = jobs.into_iter().find(|block| block.contains("codequality")).unwrap();
    let lines: Vec<_> = block(&job, "script:").iter().map(|line| line.strip_prefix("- ").unwrap().to_owned()).collect();
    assert!(lines.iter().any(|line| line.starts_with("cargo install")));
    // GitLab joins the lines to one script that ends with the first failure.
    let run = |folder: &Path| script(folder, &["sh", "-e"], &lines.join("\n"), &[]);
    let folder = repository();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let clean = run(folder.path());
    assert!(clean.status.success(), "{:?}", texts(&clean));
    assert!(!read("codequality.json").contains("major") && read("junit.xml").contains("failures=\"0\""));

    fs::write(folder.path().join("data/broken.jsonl"), BROKEN).unwrap();
    let broken = run(folder.path());
    let (out, err) = texts(&broken);
    assert_eq!(broken.status.code(), Some(1), "{err}");
    assert!(out.contains("data/broken.jsonl:1:44: error TW203"), "{out}");
    let issues: serde_json::Value = serde_json::from_str(&read("codequality.json")).unwrap();
    let places: Vec<_> = issues.as_array().unwrap().iter().map(|it| &it["location"]["path"]).collect();
    assert!(places.contains(&&serde_json::json!("data/broken.jsonl")), "{issues}");
    assert!(read("junit.xml").contains("<failure type=\"TW203\""));
    for report in block(&job, "artifacts:").iter().filter_map(|line| line.strip_prefix("reports: { ")) {
        for entry in report.trim_end_matches(" }").split(", ") {
            assert!(folder.path().join(entry.split_once(": ").unwrap().1).exists(), "{entry}");
        }
    }
}

/// The names of the hook and of the inputs that the pages show are there.
#[test]
fn the_pages_name_what_is_there() {
    let hooks = fs::read_to_string(path(".pre-commit-hooks.yaml")).unwrap();
    let action = fs::read_to_string(path("action.yml")).unwrap();
    for page in yaml("docs/ci.md") {
        for line in page.lines().map(str::trim) {
            if let Some(id) = line.strip_prefix("- id: ") {
                assert!(hooks.lines().any(|line| line == format!("- id: {id}")), "there is no hook {id}");
            }
        }
        if page.contains("uses: OWNER/turnwise@") {
            for line in block(&page, "with:") {
                let name = line.split_once(": ").unwrap().0;
                assert!(action.contains(&format!("\n  {name}:\n")), "the action has no input {name}");
            }
        }
    }
}

/// A name of a file is no option.
#[test]
fn the_hook_takes_files_of_any_name() {
    let hooks = fs::read_to_string(path(".pre-commit-hooks.yaml")).unwrap();
    let value = |key: &str| hooks.lines().find_map(|line| line.trim().strip_prefix(key)).unwrap().to_owned();
    let (entry, args) = (value("entry: "), value("args: "));
    let args = args.trim_matches(['[', ']']).split(", ");
    let folder = tempfile::tempdir().unwrap();
    let chat = r#"{"messages":[{"role":"tool","tool_call_id":"c9","content":"x"}]}"#;
    fs::write(folder.path().join("--exit-zero.json"), chat).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.args(entry.split(' ').skip(1)).args(args).arg("--exit-zero.json").current_dir(folder.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}
