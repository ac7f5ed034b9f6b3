//! Places of records in a file of lines: a later run starts near the requested record.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::sync::Arc;

use super::progress::Counted;
use super::source::{Source, SourceHead};
use super::source_options::Identity;

/// Places that are kept at most: beyond that every second one goes.
const MOST: usize = 4096;

/// The start of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordPlace {
    /// The number of the record, from 0.
    pub number: u64,
    /// The byte offset in the file, from 0.
    pub offset: u64,
    /// The line, from 1.
    pub line: u64,
}

/// Places of some records of a file, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPlaces {
    places: Vec<RecordPlace>,
    /// Records between two places.
    step: u64,
}

impl Default for RecordPlaces {
    fn default() -> Self {
        Self { places: Vec::new(), step: 64 }
    }
}

impl RecordPlaces {
    /// The last place that is not after a record.
    #[must_use]
    pub fn before(&self, number: u64) -> Option<RecordPlace> {
        let count = self.places.partition_point(|place| place.number <= number);
        self.places.get(count.checked_sub(1)?).copied()
    }

    /// Keeps a place, if it is far enough from the others.
    pub fn add(&mut self, place: RecordPlace) {
        let is_new = self.places.last().is_none_or(|last| last.number < place.number && last.offset < place.offset);
        if !is_new || place.number == 0 || !place.number.is_multiple_of(self.step) {
            return;
        }
        self.places.push(place);
        if self.places.len() > MOST {
            self.step *= 2;
            let step = self.step;
            self.places.retain(|place| place.number.is_multiple_of(step));
        }
    }

    /// One line for each place: `64 91234 65`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let line = |it: &RecordPlace| format!("{} {} {}\n", it.number, it.offset, it.line);
        self.places.iter().map(line).collect()
    }

    /// Reads what [`Self::to_text`] wrote. `None`: it is something else.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let mut found = Self::default();
        for line in text.lines() {
            let mut numbers = line.split(' ').map(str::parse);
            let mut next = || numbers.next()?.ok();
            let place = RecordPlace { number: next()?, offset: next()?, line: next()? };
            if found.places.last().is_some_and(|last| last.number >= place.number || last.offset >= place.offset) {
                return None;
            }
            found.places.push(place);
        }
        while found.places.len() > MOST || found.places.iter().any(|it| it.number % found.step != 0) {
            if found.places.len() <= MOST {
                return None;
            }
            found.step *= 2;
            let step = found.step;
            found.places.retain(|place| place.number.is_multiple_of(step));
        }
        Some(found)
    }
}

impl Source {
    /// Goes on at this offset of the same file, which is the start of a line. False: it is another file by now, or no line starts
    /// there, and nothing has changed. Only before anything was read, and for a file that is not compressed.
    pub fn start_at(&mut self, mut file: File, offset: u64) -> bool {
        let is_same = self.folded.is_none()
            && file.metadata().is_ok_and(|metadata| self.file.identity == Some(Identity::of(&metadata)));
        let Some((before, size)) = offset.checked_sub(1).zip(self.file.size).filter(|_| is_same) else { return false };
        let mut end = [0];
        let is_line = file.seek(SeekFrom::Start(before)).is_ok() && file.read_exact(&mut end).is_ok() && end == *b"\n";
        if is_line {
            self.reader = Box::new(Counted { inner: file, taken: Arc::clone(&self.taken) });
            self.head = SourceHead::default();
            self.file.size = Some(size.saturating_sub(offset));
        }
        is_line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_few_and_in_order() {
        let mut places = RecordPlaces::default();
        for number in 0..1_000_000 {
            places.add(RecordPlace { number, offset: number * 10, line: number + 1 });
        }
        assert!(places.places.len() <= MOST && places.places.len() > MOST / 4);
        let found = places.before(777_777).unwrap();
        assert!(found.number <= 777_777 && found.number > 770_000 && found.offset == found.number * 10);
        assert_eq!(places.before(3), None);
        let read = RecordPlaces::from_text(&places.to_text()).unwrap();
        assert_eq!(read.places, places.places);
        for broken in ["x", "64 10", "64 10 65\n64 20 66", "64 10 65\n128 5 66", "65 10 66", "-1 1 1"] {
            assert_eq!(RecordPlaces::from_text(broken), None, "{broken}");
        }
    }
}
