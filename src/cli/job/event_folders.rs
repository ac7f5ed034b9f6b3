//! Folders with a file for each event or message of a conversation: one input each.
//!
//! ```text
//! 5f0c…/base_state.json                              OpenHands
//! 5f0c…/events/event-00000-1c2d….json
//! 5f0c…/events/event-00001-3e4f….json
//! session_s1/session.json                            Strands Agents
//! session_s1/agents/agent_default/agent.json
//! session_s1/agents/agent_default/messages/message_0.json
//! ```

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use turnwise::json::short_lists;

use turnwise::stream::{ListText, open_regular};

use super::files::InputFile;
use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// The folder with the events of a conversation.
const EVENTS: &str = "events";
/// The folder with the messages of an agent.
const MESSAGES: &str = "messages";
/// What Strands Agents writes about a session, and about an agent.
const SESSION: &str = "session.json";
const AGENT: &str = "agent.json";
/// The program's data about a conversation, including secrets.
const STATE: &str = "base_state.json";
/// The maximum number of bytes of it that are read.
const MAX_STATE: u64 = 64 << 20;

/// The files of the events, in order.
#[derive(Clone, Debug)]
pub(crate) struct EventFiles {
    pub(crate) paths: Vec<PathBuf>,
    /// The file with the id of the conversation.
    state: PathBuf,
}

impl EventFiles {
    /// The text before and after the files: `{"id":"…","items":[…]}`, as the server of `OpenHands` sends events, and
    /// `{"session_id":"…","messages":[…]}`.
    pub(crate) fn text(&self) -> ListText {
        let (key, list) = if self.state.ends_with(SESSION) { ("session_id", "messages") } else { ("id", "items") };
        let id = conversation_id(&self.state).map(|id| format!("\"{key}\":{},", serde_json::Value::String(id)));
        ListText { open: format!("{{{}\"{list}\":[", id.unwrap_or_default()), close: "]}" }
    }
}

/// The id in the state of the program. Nothing else is read from it: it may contain secrets.
fn conversation_id(state: &Path) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct BaseState {
        #[serde(alias = "session_id")]
        id: String,
    }
    let file = open_regular(state).ok()?.take(MAX_STATE);
    serde_json::from_reader::<_, BaseState>(std::io::BufReader::new(file)).ok().map(|state| state.id)
}

/// Combines the files of the same folder of events to one input. `folder` is the folder that was searched.
pub(crate) fn join_events(folder: &Path, files: Vec<InputFile>, terminal: &Terminal) -> Vec<InputFile> {
    let mut events: BTreeMap<PathBuf, Vec<(u64, PathBuf)>> = BTreeMap::new();
    for path in files.iter().filter_map(|file| file.path.as_ref()) {
        if let (Some(number), Some(parent)) = (number_of(path), path.parent()) {
            events.entry(parent.to_owned()).or_default().push((number, path.clone()));
        }
    }
    if events.is_empty() {
        return files;
    }
    let (mut states, mut about) = (0, 0);
    let mut joined = Vec::new();
    for file in files {
        let Some(path) = &file.path else { continue };
        let parent = path.parent().unwrap_or(Path::new(""));
        if number_of(path).is_some() {
            // Listed at the position of its first file.
            if let Some(mut numbered) =
                events.get_mut(parent).map(std::mem::take).filter(|numbered| !numbered.is_empty())
            {
                short_lists::sort_by(&mut numbered, Ord::cmp);
                let paths = numbered.into_iter().map(|(_, path)| path).collect();
                let state = state_of(parent);
                if state.metadata().is_ok_and(|metadata| !metadata.is_file()) {
                    terminal.note(&format!("{} is not read: it is not a regular file", state.display()));
                }
                let events = Some(EventFiles { paths, state });
                joined.push(InputFile { events, ..InputFile::plain(parent.to_owned(), relative(folder, parent)) });
            }
        } else if is_about_messages(path, &events) {
            about += 1;
        } else if path.ends_with(STATE) && events.contains_key(&parent.join(EVENTS)) {
            states += 1;
        } else {
            joined.push(file);
        }
    }
    if states > 0 {
        let many = text::count(states, "conversation");
        terminal.note(&format!("{STATE} of {many}: only the id is read, because the rest may contain secrets"));
    }
    if about > 0 {
        terminal.note(&format!("{} about sessions and agents: only the ids are read", text::count(about, "file")));
    }
    joined
}

/// The file with the id of the conversation whose files are in this folder.
fn state_of(folder: &Path) -> PathBuf {
    let session = folder.ancestors().nth(3).filter(|_| folder.ends_with(MESSAGES));
    session.map_or_else(|| folder.with_file_name(STATE), |session| session.join(SESSION))
}

/// True for what Strands Agents writes about a session or an agent whose messages are joined.
fn is_about_messages(path: &Path, folders: &BTreeMap<PathBuf, Vec<(u64, PathBuf)>>) -> bool {
    let parent = path.parent().unwrap_or(Path::new(""));
    (path.ends_with(AGENT) && folders.contains_key(&parent.join(MESSAGES)))
        || (path.ends_with(SESSION) && folders.keys().any(|folder| state_of(folder) == path))
}

/// The number of an event or a message, from the name of its file: `events/event-00012-1c2d….json`, `messages/message_12.json`.
fn number_of(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    if let Some(number) = name.strip_prefix("message_") {
        return path.parent()?.ends_with(MESSAGES).then(|| number.strip_suffix(".json")?.parse().ok())?;
    }
    let (number, _) = name.strip_prefix("event-")?.strip_suffix(".json")?.split_once('-')?;
    path.parent()?.ends_with(EVENTS).then(|| number.parse().ok())?
}

/// The name of the result: that of the conversation, below the named folder.
fn relative(folder: &Path, events: &Path) -> PathBuf {
    let conversation = events.parent().unwrap_or(events);
    let below = conversation.strip_prefix(folder).ok().filter(|below| !below.as_os_str().is_empty());
    let path = below.map(Path::to_owned).or_else(|| conversation.file_name().map(PathBuf::from));
    let mut name = path.unwrap_or_else(|| EVENTS.into()).into_os_string();
    name.push(".json");
    name.into()
}
