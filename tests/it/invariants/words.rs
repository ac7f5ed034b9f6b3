//! Words of the formats for which the model has something else: `words.txt`.

/// A word of a format, and what the model has instead.
#[derive(Clone, Copy)]
pub struct Word {
    /// The end of its path: keys, `*` for the place in a list, also between the dots of a key, and `**` at the end for everything
    /// inside.
    path: &'static str,
    /// The word; `*` is any value.
    pub value: &'static str,
    /// What `held::signs` calls what the model has there; `-` for what stands around values inside one string.
    pub sign: &'static str,
}

impl Word {
    /// It stands in a string with other things.
    pub fn is_packed(&self) -> bool {
        self.sign == "-"
    }

    /// This word may stand at the end of this path.
    pub fn fits(&self, path: &str) -> bool {
        let path = &without_places(path);
        if let Some(around) = self.path.strip_suffix("/**") {
            return path.contains(&format!("/{around}/"));
        }
        path.strip_suffix(self.path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }
}

/// A path with `*` for numbers between dots: `llm.tools.0.tool.name`.
fn without_places(path: &str) -> String {
    let is_number = |step: &str| !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
    let steps = path.split('.').map(|step| if is_number(step) { "*" } else { step });
    steps.collect::<Vec<_>>().join(".")
}

/// The words of a format.
pub fn of(format: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut is_meant = false;
    for line in include_str!("words.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            is_meant = [format, "*"].contains(&name.trim_end_matches(']'));
        } else if is_meant {
            let (path, list) = line.split_once(": ").unwrap();
            words.extend(list.split(", ").map(|pair| {
                let (value, sign) = pair.split_once(" = ").unwrap();
                Word { path, value: if value == "\"\"" { "" } else { value }, sign }
            }));
        }
    }
    words
}
