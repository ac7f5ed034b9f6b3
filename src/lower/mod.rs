//! Floor 4: lowers conversations to what a target holds. It decides for each fact whether it is kept, changed, dropped
//! or refused; nothing else does.
//!
//! [`lower`] takes a conversation, the [`Policy`] of the target and the options of the user. It decides about roles, order,
//! ids, names, texts, reasoning, calls, results, media files, cache marks, tools and fields; it reports every loss, refuses
//! what has no valid form, and returns an [`Outline`] that a writer prints without deciding anything.

mod body;
pub mod call;
mod context;
mod ids;
mod longest_increasing;
pub mod media_type;
mod outline;
mod passes;
mod policy;
mod service_code;

pub use body::{
    BatchLine, BodyKeys, RequestUnion, UnionBy, check_body, check_foreign_request, check_request, has_misnamed_image,
};
pub use context::LoweringOptions;
pub use ids::{IdMaker, Links};
pub use longest_increasing::longest_increasing;
pub use outline::{
    Block, CacheMark, FileSource, Lifetime, MediaBlock, Mode, Outline, OutlineCall, OutlineRole, OutlineTool,
    OutlineTurn, Output, RawBlock, ResultBlock, RunIds, TextBlock, TextForm, is_full_message, items,
};
pub(crate) use passes::schema_types;
pub use passes::{
    AnswerModel, Closed, Contents, DetailRules, EventPolicy, Exchanges, FileNames, FinishPlace, HostedBlock,
    HostedPart, HostedRules, LogShape, Meaning, MessageIds, Models, OutlineAnswers, ProgramOutline, ProgramRules,
    PropertyRule, Requests, SchemaRules, SentResults, SentSetting, SentSystems, SessionPolicy, SessionRules,
    SourceProgram, Split, StepRule, WriteHosted, answer_model, drop_part, exceeds, first_message_with_content,
    held_answers, lower, lower_with_answers, report_facts, session, surrogates,
};
pub use policy::{
    Adjacency, ArgumentKind, Asks, Beside, Blank, Cache, Calls, ChoiceForm, ChosenTool, ContainerRules, Fact,
    FactSupport, Facts, ForgedFn, IdRule, JoinedTexts, Leading, MediaRules, Merge, Middle, NameRule, NeededAnswers,
    OutputName, PlainText, Policy, ReasoningPlace, RequestSettings, ResultMark, ResultMedia, ResultNames, ResultTurns,
    ResultValues, Results, Roles, Setting, SettingForm, SettingMember, SettingPath, SettingRow, TextRules, ToolChoice,
    Tools, TurnRules, UrlType, WEB_IMAGES, WEB_URLS, is_web_url, is_word_character, object_of,
};
pub use service_code::with_hosted_code;
