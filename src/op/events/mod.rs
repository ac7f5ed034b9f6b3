//! Code that the commands on event logs share: they read events one after the other, and write events.

mod drive;
mod ends;
mod failure;
mod log;
mod logs_in_records;
mod out;
mod patch_places;
mod scan;
mod steps;

pub use ends::{EventEnds, EventLayout};
pub use failure::EventFailure;
pub use log::{EventInput, EventLog};
pub use logs_in_records::{LogWork, run_inside};

pub(super) use drive::{EventVisitor, Listener, drive, drive_each};
pub(super) use failure::stop_beyond;
pub(super) use out::EventOut;
pub(super) use patch_places::PatchPlaces;
pub(super) use scan::{Scanner, Usual};
pub(super) use steps::Steps;
