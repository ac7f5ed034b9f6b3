//! Layer 4: lowers conversations to the form of a target. Only this layer decides whether a fact is kept, changed,
//! dropped or rejected.
//!
//! [`lower`] takes a conversation, the [`Policy`] of the target and the options of the user. It decides about roles, order,
//! ids, names, texts, reasoning, calls, results, media files, cache marks, tools and fields; it reports every loss, rejects
//! what has no valid form, and returns an [`Outline`] that a writer prints without deciding anything.

mod body;
pub mod call;
mod context;
mod ids;
mod longest_increasing;
pub mod media_type;
mod options;
mod outline;
mod own_context;
mod passes;
mod policy;
mod service_code;

pub use body::{check_body, check_foreign_request, check_request, has_misnamed_image};
pub use context::Contents;
pub use ids::{IdMaker, Links};
pub use longest_increasing::longest_increasing;
pub use options::LoweringOptions;
pub use outline::{
    AnswerModel, Block, CacheMark, FileSource, HostedBlock, HostedPart, Lifetime, LogShape, MediaBlock, Mode, Outline,
    OutlineAnswers, OutlineCall, OutlineLog, OutlineRecord, OutlineRequest, OutlineRole, OutlineTool, OutlineTurn,
    Output, ProgramOutline, RawBlock, ResultBlock, RunIds, SessionPolicy, SettingMember, TextBlock, TextForm,
    WriteHosted, is_full_message, items,
};
pub use own_context::OwnContext;
pub(crate) use passes::schema_types;
pub use passes::{
    Meaning, SentSetting, answer_model, drop_part, exceeds, first_message_with_content, held_answers, lower,
    lower_with_answers, made_turn, report_facts, session, surrogates,
};
pub use policy::{
    Adjacency, ArgumentKind, BareLists, BatchLine, Beside, Blank, BodyKeys, ByteTypes, Cache, CallOrder, Calls,
    ChoiceForm, ChosenTool, ContentLists, DetailRules, EmptyMessages, Exchanges, Fact, FactSupport, Facts,
    FailedResults, FileNames, FinishPlace, HostedFields, HostedRules, IdRepeats, IdRule, JoinedTexts, Leading,
    Lifetimes, MarkPlaces, MediaLimits, MediaProperties, MediaReferences, MediaRules, Merge, MessageIds, Middle,
    MissingIds, NameRule, NeededAnswers, OtherIds, OutputName, OutputRules, OwnRule, OwnRules, OwnSource, PlainText,
    Policy, PreservedContent, ReasoningPlace, ReasoningRules, RecordRules, RefusedMedia, RequestSettings, RequestUnion,
    ResultDetails, ResultMark, ResultMedia, ResultNames, ResultTurns, ResultValues, Results, Roles, SchemaRules,
    SessionRules, Setting, SettingForm, SettingPath, SettingRow, Split, StepRule, StoredMessages, StoredRole,
    TextRules, ToolChoice, ToolRules, ToolSchema, TurnRules, UnionBy, UnnamedDocuments, UrlFit, UrlType, WEB_IMAGES,
    WEB_URLS, WordsBeside, is_web_url, is_word_character, object_of, web_url_fit,
};
pub use service_code::with_hosted_code;
