//! The ids of one record, by place.

use super::names::{NamedId, NamedIds};

/// The ids at the places of a record. The buffers are reused for the next record.
#[derive(Debug, Default)]
pub(super) struct RecordIds {
    pub(super) names: NamedIds,
    /// The number of the id at each place, or [`NONE`].
    pub(super) places: Vec<u32>,
    /// Whether each place belongs to a selected scope.
    pub(super) is_wanted: Vec<bool>,
}

/// No id.
pub(super) const NONE: u32 = u32::MAX;

impl RecordIds {
    /// The id at a place.
    pub(super) fn id(&self, place: usize) -> Option<&NamedId> {
        let number = self.places.get(place).copied().filter(|number| *number != NONE)?;
        self.names.list.get(number as usize)
    }

    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.places.clear();
        self.is_wanted.clear();
    }
}
