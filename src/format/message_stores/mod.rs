//! Message stores: conversations of frameworks, as lists of messages with typed parts. Read only.
//!
//! ```json
//! {"messages":[{"role":"assistant","items":[{"content_type":"text","text":"18 in Porto."}]}]}
//! ```
//!
//! Such a format is a declaration: its signs, the places of its lists, the keys of a message, and a table of its parts. From that follow
//! reading, detection and the places of media files. Members that it does not name are kept, so a conversion reports them.

mod attachments;
pub(super) mod details;
mod ids;
mod lists;
mod members;
mod message;
mod part;
mod paths;
mod places;
mod read;
mod schema;
mod tree;

use crate::format::signs::RecordSign;
use crate::format::{Family, Format, FormatAbout, FormatShape, FramingRules};
use crate::model::{MediaKind, Role};
pub(super) use paths::Paths;

/// A store of a framework.
#[derive(Debug)]
pub(super) struct MessageStore {
    /// As users say it: `haystack`.
    pub(super) name: &'static str,
    /// Other names for it.
    pub(super) aliases: &'static [&'static str],
    /// One line.
    pub(super) summary: &'static str,
    /// Who keeps conversations in it.
    pub(super) family: Family,
    /// Which program and version defines the shape.
    pub(super) source: &'static str,
    /// One of these is enough to detect a record; those with `@` are looked for in its messages.
    pub(super) signs: &'static [RecordSign],
    /// The evidence of a detection, in words.
    pub(super) evidence: &'static str,
    /// What a record has.
    pub(super) record: StoreRecord,
    /// The keys of a message.
    pub(super) message: MessageShape,
    /// The kinds of content parts. The first one whose sign a part has is taken; a part without one is kept whole.
    pub(super) parts: &'static [PartShape],
    /// Members with values that repeat what the model has: `type=text|image`. They are not reported as losses.
    pub(super) repeated: &'static [&'static str],
}

/// The paths of a record.
#[derive(Debug)]
pub(super) struct StoreRecord {
    /// Paths of the lists of messages in an object, which may also be objects of messages. The first path with lists is taken.
    /// `runs/*/messages` takes those of all runs.
    pub(super) lists: Paths,
    /// How the messages of lists belong together.
    pub(super) arrangement: ListArrangement,
    /// The keys of the object around a list that name its conversation.
    pub(super) id: Paths,
    /// The text of the system, next to the list: a text, or a list of parts.
    pub(super) system: Paths,
    /// Members that repeat ids of messages or calls: an id, a list of ids, or an object with ids as keys.
    pub(super) links: Paths,
    /// A file is a session of lines: one that cannot be read does not make the others unreadable.
    pub(super) is_session: bool,
}

impl StoreRecord {
    /// A list, or an object with `messages`.
    pub(super) const MESSAGES: Self = Self {
        lists: &["messages"],
        arrangement: ListArrangement::Joined,
        id: &[],
        system: &[],
        links: &[],
        is_session: false,
    };
}

/// How the messages of lists belong together.
#[derive(Debug)]
pub(super) enum ListArrangement {
    /// The lists are pieces of one conversation.
    Joined,
    /// Each list is a conversation.
    Separate,
    /// Messages name the one before them.
    Tree(TreeShape),
}

/// How messages name the one before them. One without a parent is the first.
#[derive(Debug)]
pub(super) struct TreeShape {
    /// The id of an item.
    pub(super) id: Paths,
    /// The id of the item before it.
    pub(super) parent: Paths,
    /// The items after it, or their ids. Empty: there are none.
    pub(super) children: &'static str,
    /// The id of the last item of the branch that is shown, in the object around the list.
    pub(super) active: Paths,
}

/// The keys of a message.
#[derive(Debug)]
pub(super) struct MessageShape {
    /// The members of an item that contain the message, unless it is the item.
    pub(super) object: Paths,
    /// Its speaker.
    pub(super) speaker: Paths,
    /// The names of speakers.
    pub(super) speakers: &'static [StoreSpeaker],
    /// Items of other speakers are events, and no messages.
    pub(super) has_events: bool,
    /// A message with this sign repeats others: it is dropped, and reported.
    pub(super) copy: Option<RecordSign>,
    /// Its id.
    pub(super) id: Paths,
    /// The name of its author.
    pub(super) author: Paths,
    /// Why the model stopped.
    pub(super) finish: Paths,
    /// A text or a list of parts.
    pub(super) content: Paths,
    /// What is next to the content.
    pub(super) beside: BesideContent,
    /// The call that a tool message answers.
    pub(super) result: ResultShape,
}

impl MessageShape {
    /// Messages of the usual speakers. Declarations add the other keys.
    pub(super) const ROLE: Self = Self {
        object: &[],
        speaker: &["role"],
        speakers: message::USUAL_SPEAKERS,
        has_events: false,
        copy: None,
        id: &[],
        author: &[],
        finish: &[],
        content: &[],
        beside: BesideContent::NOTHING,
        result: ResultShape::NONE,
    };
}

/// What messages have next to their content.
#[derive(Debug)]
pub(super) struct BesideContent {
    /// A text with reasoning.
    pub(super) reasoning: Paths,
    /// A list of calls. A call that is among the parts, too, counts once.
    pub(super) calls: Paths,
    /// Its items.
    pub(super) call: CallShape,
    /// A list of files, which are parts.
    pub(super) files: Paths,
}

impl BesideContent {
    /// Nothing.
    pub(super) const NOTHING: Self = Self { reasoning: &[], calls: &[], call: CallShape::OPENAI, files: &[] };
}

/// What messages of a speaker are.
#[derive(Debug)]
pub(super) struct StoreSpeaker {
    /// As stored: `human`, or `true` for a boolean.
    pub(super) name: &'static str,
    /// Only items with this sign.
    pub(super) sign: Option<RecordSign>,
    /// Its role.
    pub(super) role: Role<'static>,
    /// What its texts are.
    pub(super) says: Says,
}

/// What a text is that is the whole content of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// A text.
    Text,
    /// Reasoning.
    Reasoning,
    /// A text with reasoning and calls in HTML elements.
    Details,
}

impl StoreSpeaker {
    /// A speaker whose texts are texts.
    #[must_use]
    pub(super) const fn new(name: &'static str, role: Role<'static>) -> Self {
        Self { name, sign: None, role, says: Says::Text }
    }

    /// A speaker whose texts are the reasoning of the model.
    #[must_use]
    pub(super) const fn reasoning(name: &'static str) -> Self {
        Self { name, sign: None, role: Role::Assistant, says: Says::Reasoning }
    }

    /// A speaker whose texts have reasoning and calls in HTML elements.
    #[must_use]
    pub(super) const fn with_details(name: &'static str, role: Role<'static>) -> Self {
        Self { name, sign: None, role, says: Says::Details }
    }

    /// The same for items with this sign alone.
    #[must_use]
    pub(super) const fn with(mut self, sign: &'static str) -> Self {
        self.sign = Some(RecordSign::new(sign));
        self
    }
}

/// A kind of content parts.
#[derive(Debug)]
pub(super) struct PartShape {
    /// What such parts have.
    pub(super) sign: RecordSign,
    /// What they are.
    pub(super) kind: PartKind,
}

impl PartShape {
    /// A kind of parts with this sign.
    #[must_use]
    pub(super) const fn new(sign: &'static str, kind: PartKind) -> Self {
        Self { sign: RecordSign::new(sign), kind }
    }
}

/// What a part is, and the paths of its values.
#[derive(Debug)]
pub(super) enum PartKind {
    /// A text.
    Text(Paths),
    /// A value that is stored as JSON: the object that a tool returned.
    Json(Paths),
    /// Reasoning.
    Reasoning(ReasoningShape),
    /// A media file.
    Media(MediaShape),
    /// A tool call.
    Call(CallShape),
    /// A tool result.
    Result(ResultShape),
    /// A call with its result.
    Answered(CallShape, ResultShape),
    /// A part that only the framework has.
    Other,
}

/// The paths of reasoning.
#[derive(Debug)]
pub(super) struct ReasoningShape {
    /// The text.
    pub(super) text: Paths,
    /// The signature of the service.
    pub(super) signature: Paths,
    /// The encrypted text.
    pub(super) redacted: Paths,
    /// The service of the signature; empty if the store does not say whose it is: then it stays a field.
    pub(super) family: &'static str,
}

impl ReasoningShape {
    /// A text alone.
    #[must_use]
    pub(super) const fn text(text: Paths) -> Self {
        Self { text, signature: &[], redacted: &[], family: "" }
    }
}

/// The paths of a media file. The first source that is given is taken.
#[derive(Debug)]
pub(super) struct MediaShape {
    /// Its kind. [`MediaKind::Unknown`]: the media type says it.
    pub(super) kind: MediaKind,
    /// The bytes, in base64.
    pub(super) bytes: Paths,
    /// A URL, which may be a data URL.
    pub(super) url: Paths,
    /// A path of a file.
    pub(super) file: Paths,
    /// The media type.
    pub(super) media_type: Paths,
    /// Makes a media type of what the store says: `image/png` of `png`.
    pub(super) type_of: Option<fn(&str) -> String>,
    /// The name of the file.
    pub(super) file_name: Paths,
    /// The level of detail.
    pub(super) detail: Paths,
}

impl MediaShape {
    /// Without any source.
    pub(super) const NONE: Self = Self {
        kind: MediaKind::Unknown,
        bytes: &[],
        url: &[],
        file: &[],
        media_type: &[],
        type_of: None,
        file_name: &[],
        detail: &[],
    };
}

/// The paths of a call.
#[derive(Debug)]
pub(super) struct CallShape {
    /// The id.
    pub(super) id: Paths,
    /// The name of the tool.
    pub(super) name: Paths,
    /// The arguments: an object, or a text with its JSON.
    pub(super) arguments: Paths,
}

impl CallShape {
    /// A call as Chat Completions spells it.
    pub(super) const OPENAI: Self = Self { id: &["id"], name: &["function/name"], arguments: &["function/arguments"] };
}

/// The paths of a result.
#[derive(Debug)]
pub(super) struct ResultShape {
    /// The id of the call.
    pub(super) id: Paths,
    /// The name of the tool.
    pub(super) name: Paths,
    /// The output: a text, a list of parts, or any other value.
    pub(super) output: Paths,
    /// The signs of a call that failed.
    pub(super) errors: &'static [ErrorMark],
}

impl ResultShape {
    /// For stores whose results are parts.
    pub(super) const NONE: Self = Self { id: &[], name: &[], output: &[], errors: &[] };
}

/// The sign of a call that failed.
#[derive(Debug)]
pub(super) enum ErrorMark {
    /// A boolean that is true.
    Flag(&'static str),
    /// A boolean that is false.
    Unless(&'static str),
    /// A path, and the texts there that mean a failure and a success.
    Text(&'static str, [&'static str; 2]),
    /// Something is there. It stays a field.
    Given(&'static str),
    /// The text of the error, which is the output if there is no other.
    Message(&'static str),
}

/// Names a declaration, so that the functions of its [`Format`] know it.
pub(super) trait DeclaredStore {
    /// The declaration.
    const STORE: &'static MessageStore;
}

/// The format that a declaration describes.
#[must_use]
pub(super) const fn format<D: DeclaredStore>() -> Format {
    Format {
        about: FormatAbout { aliases: D::STORE.aliases, summary: D::STORE.summary, source: D::STORE.source },
        framing: FramingRules {
            is_message: Some(|node| lists::is_message(D::STORE, node)),
            is_session: D::STORE.record.is_session,
            session_of: if D::STORE.has_rows() { Some(|row| lists::row_session(D::STORE, row)) } else { None },
            ..FramingRules::NONE
        },
        shape: FormatShape {
            ids: Some(&ids::StoreIds::<D>::RULES),
            media: if places::has_media(D::STORE.parts) {
                Some(|root, each| places::media(D::STORE, root, each))
            } else {
                None
            },
            schema: Some(|printer| schema::schema(D::STORE, printer)),
            signs: D::STORE.signs,
            ..FormatShape::NONE
        },
        ..Format::new(
            D::STORE.name,
            D::STORE.family,
            |root| lists::score(D::STORE, root),
            |root, reading| read::read(D::STORE, root, reading),
        )
    }
}
