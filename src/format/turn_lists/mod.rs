//! Turn lists: formats whose records have a list of turns, each with a speaker and words.
//!
//! ```json
//! {"conversations":[{"from":"human","value":"Hi"},{"from":"gpt","value":"Hello!"}]}
//! ```
//!
//! Such a format is a declaration: the keys, and a table of speakers. From that follow reading and writing, detection, ids, media
//! files, the types that are checked, and what is lost. Calls and results are JSON text in the words of a turn: in turns that
//! have nothing else, as `LLaMA-Factory` has them, or in `<tool_call>` tags in an answer, as Hermes has them. A format has them
//! if its table has speakers of [`TurnKind::Calls`], [`TurnKind::Results`] and [`TurnKind::TaggedResults`]. With [`TypedParts`] contents
//! are lists of parts, and calls are some of these.

pub(super) mod media;
mod packed;
mod placeholders;
mod places;
mod policy;
mod read;
mod schema;
mod speaker;
#[cfg(test)]
mod tests;
mod tools;
mod turn;
mod typed_parts;
mod write;
mod write_packed;

use super::{Format, FormatAbout, FormatRules, FormatShape};
use crate::format::Family;
use crate::json::Node;
use crate::model::MediaKind;
use crate::rule::Rule;
pub(super) use media::is_spare;
pub(super) use packed::{PackedValue, blocks, is_python, open_payload, read_calls};
pub(super) use places::training_files;
pub use speaker::TurnKind;
pub(super) use speaker::{has_calls, is_field};
pub(super) use tools::{read_definitions_of, read_text as read_tools_of};
pub use typed_parts::TypedParts;
pub(super) use write::spaced;

/// A format of turn lists.
#[derive(Clone, Copy, Debug)]
pub struct TurnLists {
    /// As users say it: `sharegpt`.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// One line.
    pub summary: &'static str,
    /// Which program and version defines the shape.
    pub source: &'static str,
    /// Names of the field with the turns. The first one is written.
    pub lists: &'static [&'static str],
    /// The members of a turn.
    pub turn: TurnShape,
    /// Other members of a turn, as dialects have them.
    pub other: OtherTurnKeys,
    /// The names of the speakers.
    pub speakers: Speakers,
    /// The fields next to the turns.
    pub fields: RecordFields,
    /// The rules of its programs.
    pub rules: &'static [&'static Rule],
    /// The evidence of a detection, in words.
    pub evidence: &'static str,
    /// Why turns and calls have no ids here.
    pub no_ids: &'static str,
}

/// The members of a turn: `{"from": "human", "value": "Hi"}`.
#[derive(Clone, Copy, Debug)]
pub struct TurnShape {
    /// The key of the speaker: `from`.
    pub speaker: &'static str,
    /// The key of the words: `value`.
    pub words: &'static str,
    /// The keys of turns that say how much they count in training: numbers, or booleans for 1 and 0. The first one is
    /// written.
    pub weights: &'static [&'static str],
    /// The words are a list of typed parts, with reasoning, calls and files among them. `None`: they are a string.
    pub parts: Option<TypedParts>,
    /// A turn has one call or one result and nothing else: several are turns of their own.
    pub has_single_calls: bool,
}

/// Other members of a turn, as dialects have them: `{"role": "user", "content": "Hi"}`.
#[derive(Clone, Copy, Debug)]
pub struct OtherTurnKeys {
    /// Other keys of the speaker and of the words, as dialects have them: `("role", "content")`.
    pub keys: &'static [SpeakerKeys],
    /// The lists in which turns with these keys are found. Others may contain messages of other formats.
    pub lists: &'static [&'static str],
    /// The key of the words in turns without [`TurnShape::words`].
    pub words: Option<&'static str>,
}

/// The names of the speakers in turns.
#[derive(Clone, Copy, Debug)]
pub struct Speakers {
    /// The speakers, and what their turns are. Of several speakers of one kind the first one is written.
    pub all: &'static [(&'static str, TurnKind)],
    /// Those of them that only this format has, if other formats have its keys: a record without one is not detected.
    pub own: &'static [&'static str],
    /// Those of them whose name says more than the role: `bing` is a product, `user` is only another word for `human`.
    pub products: &'static [&'static str],
}

/// The fields of a record next to its turns, by their keys.
#[derive(Clone, Copy, Debug)]
pub struct RecordFields {
    /// The field with the id of the record.
    pub id: Option<&'static str>,
    /// The field with what the system says. It is written if no speaker is the system.
    pub system: Option<&'static str>,
    /// The field with tool definitions, or with JSON text of them.
    pub tools: Option<&'static str>,
    /// The fields with media files: three at most.
    pub files: &'static [FileField],
    /// The fields with two answers that are compared.
    pub pair: Option<TurnPair>,
    /// The field with a boolean that says whether the last turn is a good answer.
    pub label: Option<&'static str>,
}

/// Two answers that are compared.
#[derive(Clone, Copy, Debug)]
pub struct TurnPair {
    /// The key of the better one.
    pub chosen: &'static str,
    /// The key of the worse one.
    pub rejected: &'static str,
    /// They are lists of turns, which begin with the same prompt, instead of one turn each next to the list.
    pub is_whole: bool,
}

/// Media files of one kind.
#[derive(Clone, Copy, Debug)]
pub struct FileField {
    /// The kind of the files.
    pub kind: MediaKind,
    /// The placeholder for a file in the words of the user: `<image>`. Of typed parts, their type: `image_url`.
    pub tag: &'static str,
    /// Names of the field with the files, in the order of their placeholders. The first one is written. Typed parts contain the
    /// files themselves.
    pub fields: &'static [&'static str],
}

/// Images that data sets for training name.
pub(super) const IMAGES: FileField = FileField { kind: MediaKind::Image, tag: "<image>", fields: &["images", "image"] };

/// The fields with files, and their placeholders, as `LLaMA-Factory` and programs like it read them.
pub(super) const TRAINING_FILES: &[FileField] = &[
    IMAGES,
    FileField { kind: MediaKind::Video, tag: "<video>", fields: &["videos", "video"] },
    FileField { kind: MediaKind::Audio, tag: "<audio>", fields: &["audios", "audio"] },
];

/// Names a declaration, so that the functions of its [`Format`] know it.
pub trait DeclaredList {
    /// The declaration.
    const LISTS: TurnLists;
}

/// The keys of the speaker and of the words of a turn.
#[derive(Clone, Copy, Debug)]
pub struct SpeakerKeys {
    /// The speaker.
    pub speaker: &'static str,
    /// The words.
    pub words: &'static str,
}

impl SpeakerKeys {
    /// The keys `speaker` and `words`.
    #[must_use]
    pub const fn new(speaker: &'static str, words: &'static str) -> Self {
        Self { speaker, words }
    }

    /// True if a turn has both.
    fn are_in(self, turn: Node<'_, '_>) -> bool {
        turn.get(self.speaker).is_some() && turn.get(self.words).is_some()
    }
}

impl TurnShape {
    /// A speaker and words.
    pub const TEXT_ONLY: Self = Self { speaker: "", words: "", weights: &[], parts: None, has_single_calls: false };
}

impl OtherTurnKeys {
    /// There are none.
    pub const NONE: Self = Self { keys: &[], lists: &[], words: None };
}

impl Speakers {
    /// All of them are common names of roles.
    pub const TEXT_ONLY: Self = Self { all: &[], own: &[], products: &[] };
}

impl RecordFields {
    /// A record has turns only.
    pub const NONE: Self = Self { id: None, system: None, tools: None, files: &[], pair: None, label: None };

    /// Their keys.
    fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        let files = self.files.iter().flat_map(|files| files.fields).copied();
        let chosen = self.pair.filter(|pair| !pair.is_whole).map(|pair| pair.chosen);
        let pair = [chosen, self.pair.map(|pair| pair.rejected)].into_iter().flatten();
        [self.id, self.system, self.tools, self.label].into_iter().flatten().chain(files).chain(pair)
    }
}

impl TurnLists {
    /// Words and nothing else: what many declarations say of the fields that they do not name.
    pub const TEXT_ONLY: Self = Self {
        name: "",
        aliases: &[],
        summary: "",
        source: "",
        lists: &[],
        turn: TurnShape::TEXT_ONLY,
        other: OtherTurnKeys::NONE,
        speakers: Speakers::TEXT_ONLY,
        fields: RecordFields::NONE,
        rules: &[],
        evidence: "",
        no_ids: "",
    };

    /// True if a speaker has turns of this kind.
    const fn has(&self, kind: TurnKind) -> bool {
        let mut rest = self.speakers.all;
        while let [(_, found), others @ ..] = rest {
            if *found as u8 == kind as u8 {
                return true;
            }
            rest = others;
        }
        false
    }

    /// True if it has calls: as turns, in tags or as parts.
    const fn has_calls(&self) -> bool {
        self.has(TurnKind::Calls) || self.turn.parts.is_some()
    }

    /// The name of the speaker of such turns that is written.
    fn usual(&self, kind: TurnKind) -> &'static str {
        self.speakers.all.iter().find(|(_, found)| *found == kind).map_or("", |(name, _)| name)
    }

    /// The keys of the speaker and of the words that a turn in this list may have.
    fn pairs(&self, list: &str) -> impl Iterator<Item = SpeakerKeys> + use<> {
        let is_other = self.other.lists.contains(&list);
        let others = if is_other { self.other.keys } else { &[] };
        let words = std::iter::once(self.turn.words).chain(self.other.words.filter(|_| is_other));
        let speaker = self.turn.speaker;
        words.map(move |words| SpeakerKeys { speaker, words }).chain(others.iter().copied())
    }

    fn usual_keys(&self) -> SpeakerKeys {
        SpeakerKeys { speaker: self.turn.speaker, words: self.turn.words }
    }

    /// Those of this turn: the usual ones where it has no others.
    fn keys_of(&self, turn: Node<'_, '_>) -> SpeakerKeys {
        let usual = self.usual_keys();
        let mut all = std::iter::once(usual).chain(self.other.keys.iter().copied());
        all.find(|keys| keys.are_in(turn)).unwrap_or(usual)
    }
}

/// The format that a declaration describes.
#[must_use]
pub const fn format<D: DeclaredList>() -> Format {
    Format {
        about: FormatAbout { aliases: D::LISTS.aliases, summary: D::LISTS.summary, source: D::LISTS.source },
        policy: policy::ListPolicy::<D>::POLICY,
        print: Some(|outline, _, out| write::print(&D::LISTS, outline, out)),
        rules: FormatRules {
            own: D::LISTS.rules,
            requires: if D::LISTS.has_calls() { crate::rule::PAIRING } else { &[] },
        },
        shape: FormatShape {
            ids: Some(&places::ListPlaces::<D>::IDS),
            listing: Some(&places::ListPlaces::<D>::LISTING),
            media: if D::LISTS.fields.files.is_empty() {
                None
            } else {
                Some(|root, each| places::media(&D::LISTS, root, each))
            },
            schema: Some(|_| schema::schema(&D::LISTS)),
            ..FormatShape::NONE
        },
        ..Format::new(
            D::LISTS.name,
            Family::Training,
            |root| places::score(&D::LISTS, root),
            |root, reading| read::read(&D::LISTS, root, reading),
        )
    }
}
