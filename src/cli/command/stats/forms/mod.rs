//! Prints statistics: as tables for people, as JSON, and as a page with plots.

mod html;
mod json;
mod report;
mod sections;
mod table;

pub(crate) use html::page;
pub(crate) use json::object;
pub(crate) use report::StatsReport;
pub(crate) use table::text;
