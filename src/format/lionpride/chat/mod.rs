//! Chat lists as lionpride sends them: each content rendered, or the whole history prepared.

mod list;
mod prepare;
mod render;
mod scalar;
mod schema;
#[cfg(test)]
mod tests;
mod value;
mod yaml;

pub(super) use list::write_list;
pub(super) use render::{ChatEntry, RenderedContent};
