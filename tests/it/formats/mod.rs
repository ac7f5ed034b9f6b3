//! Each format by itself: its fixtures in and out, its rules, and conversions from and to others.

mod ag_ui;
mod anthropic;
mod atif;
mod bedrock;
mod cross;
mod gemini;
mod gemini_cli;
mod keprompt;
mod keprompt_statements;
mod lionpride;
mod openai_responses;
mod openhands;
mod patterpunk;
mod pi;
mod picklebot;
mod shared;
mod sharegpt;
