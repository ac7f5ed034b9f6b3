//! Each format by itself: its fixtures in and out, its rules, and conversions from and to others.

pub mod accepted;
mod ag_ui;
mod ai_sdk;
mod anthropic;
mod atif;
mod bedrock;
mod cross;
pub mod data_frames;
pub mod events;
mod gemini;
mod gemini_cli;
mod keprompt;
pub mod keprompt_company;
mod keprompt_statements;
mod lionpride;
mod openai_responses;
mod openhands;
mod patterpunk;
mod pi;
mod picklebot;
pub mod sends;
pub mod sessions;
mod shared;
mod sharegpt;
pub mod trainers;
