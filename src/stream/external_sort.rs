//! Sorts on disk: sorted runs are stored in an unnamed file, and merged.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};

/// The number of bytes that are read of a run at a time.
const READ: usize = 64 * 1024;
/// Runs that are merged at a time, at least and at most.
const RUNS: (usize, usize) = (16, 512);
/// Bytes of memory for an entry next to its text.
const ENTRY: usize = size_of::<SortEntry>() + 16;
/// Bytes of the numbers before an entry in a run: its number, the lengths of key and text, whether it is last.
const HEAD: usize = 25;

/// The order of entries: by key, those without one last, and those with equal keys as they were added.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SortPlace {
    key: Option<Vec<u8>>,
    number: u64,
    is_reversed: bool,
}

impl Ord for SortPlace {
    fn cmp(&self, other: &Self) -> Ordering {
        let keys = match (&self.key, &other.key) {
            (Some(one), Some(two)) if self.is_reversed => two.cmp(one),
            (Some(one), Some(two)) => one.cmp(two),
            (one, two) => two.is_some().cmp(&one.is_some()),
        };
        keys.then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for SortPlace {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An entry in memory.
#[derive(Debug)]
struct SortEntry {
    place: SortPlace,
    text: Box<[u8]>,
}

/// A run in a file that has not been read yet.
#[derive(Clone, Copy, Debug)]
struct SortedRun {
    start: u64,
    end: u64,
}

/// Runs one after the other in a file without a name.
struct SpilledRuns {
    file: File,
    runs: Vec<SortedRun>,
}

/// Entries that are being sorted.
pub struct ExternalSort {
    budget: usize,
    is_reversed: bool,
    entries: Vec<SortEntry>,
    /// Bytes of memory that the entries take.
    held: usize,
    added: u64,
    spilled: Option<SpilledRuns>,
}

impl std::fmt::Debug for ExternalSort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExternalSort").field("added", &self.added).finish_non_exhaustive()
    }
}

impl ExternalSort {
    /// Nothing so far. `budget`: bytes of memory for entries, beyond which they go to a temporary file.
    #[must_use]
    pub fn new(budget: usize, is_reversed: bool) -> Self {
        Self { budget, is_reversed, entries: Vec::new(), held: 0, added: 0, spilled: None }
    }

    /// Adds an entry. Without a key it is one of the last, in both directions.
    ///
    /// # Errors
    /// The temporary file cannot be made or written.
    pub fn add(&mut self, key: Option<Vec<u8>>, text: &[u8]) -> io::Result<()> {
        let size = ENTRY + text.len() + key.as_ref().map_or(0, Vec::len);
        if self.held + size > self.budget && !self.entries.is_empty() {
            self.spill()?;
        }
        let place = SortPlace { key, number: self.added, is_reversed: self.is_reversed };
        self.entries.push(SortEntry { place, text: text.into() });
        self.held += size;
        self.added += 1;
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let spilled = match self.spilled.take() {
            Some(spilled) => spilled,
            None => SpilledRuns { file: tempfile::tempfile()?, runs: Vec::new() },
        };
        let spilled = self.spilled.insert(spilled);
        self.entries.sort_unstable_by(|one, two| one.place.cmp(&two.place));
        let mut writer = RunWriter::new(&mut spilled.file)?;
        for entry in self.entries.drain(..) {
            writer.entry(&entry.place, entry.text.len() as u64)?;
            writer.out.write_all(&entry.text)?;
        }
        let run = writer.end()?;
        spilled.runs.push(run);
        self.held = 0;
        Ok(())
    }

    /// The entries in order.
    ///
    /// # Errors
    /// The temporary file cannot be read or written.
    pub fn finish(mut self) -> io::Result<SortedEntries> {
        let Some(mut spilled) = self.spilled.take() else {
            self.entries.sort_unstable_by(|one, two| one.place.cmp(&two.place));
            return Ok(SortedEntries(SortedFrom::Memory(self.entries.into_iter())));
        };
        self.spilled = Some(spilled);
        self.spill()?;
        let Some(last) = self.spilled.take() else { return Err(io::Error::other("the runs are gone")) };
        spilled = last;
        let most = (self.budget / READ).clamp(RUNS.0, RUNS.1);
        while spilled.runs.len() > most {
            let mut fewer = SpilledRuns { file: tempfile::tempfile()?, runs: Vec::new() };
            let mut file = spilled.file;
            for runs in spilled.runs.chunks(most) {
                let mut merge = RunMerge::new(file, runs, self.is_reversed)?;
                let mut writer = RunWriter::new(&mut fewer.file)?;
                let mut text = Vec::new();
                while let Some(place) = merge.next(&mut text)? {
                    writer.entry(&place, text.len() as u64)?;
                    writer.out.write_all(&text)?;
                }
                fewer.runs.push(writer.end()?);
                file = merge.file;
            }
            spilled = fewer;
        }
        Ok(SortedEntries(SortedFrom::Runs(RunMerge::new(spilled.file, &spilled.runs, self.is_reversed)?)))
    }
}

/// Writes a run at the end of a file.
struct RunWriter<'f> {
    out: BufWriter<&'f mut File>,
    start: u64,
}

impl<'f> RunWriter<'f> {
    fn new(file: &'f mut File) -> io::Result<Self> {
        let start = file.seek(SeekFrom::End(0))?;
        Ok(Self { out: BufWriter::with_capacity(READ, file), start })
    }

    /// Writes what is before the text of an entry.
    fn entry(&mut self, place: &SortPlace, length: u64) -> io::Result<()> {
        let key = place.key.as_deref().unwrap_or_default();
        for number in [place.number, key.len() as u64, length] {
            self.out.write_all(&number.to_le_bytes())?;
        }
        self.out.write_all(&[u8::from(place.key.is_some())])?;
        self.out.write_all(key)
    }

    fn end(mut self) -> io::Result<SortedRun> {
        self.out.flush()?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(SortedRun { start: self.start, end: file.stream_position()? })
    }
}

/// The next entry of a run. The greatest is the first: a heap gives that one.
struct RunHead {
    place: SortPlace,
    /// Bytes of its text, which has not been read yet.
    length: usize,
    reader: RunReader,
}

impl Ord for RunHead {
    fn cmp(&self, other: &Self) -> Ordering {
        other.place.cmp(&self.place)
    }
}

impl PartialOrd for RunHead {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RunHead {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Eq for RunHead {}

/// Reads a run of a file that others read as well.
struct RunReader {
    run: SortedRun,
    buffer: Vec<u8>,
    done: usize,
}

impl RunReader {
    /// Reads bytes to the end of `into`.
    fn read(&mut self, file: &mut File, count: usize, into: &mut Vec<u8>) -> io::Result<()> {
        let mut missing = count;
        while missing > 0 {
            let ready = self.buffer.get(self.done..).unwrap_or_default();
            if ready.is_empty() {
                self.fill(file)?;
                continue;
            }
            let taken = ready.get(..missing).unwrap_or(ready);
            into.extend_from_slice(taken);
            (self.done, missing) = (self.done + taken.len(), missing - taken.len());
        }
        Ok(())
    }

    fn fill(&mut self, file: &mut File) -> io::Result<()> {
        let left = self.run.end.saturating_sub(self.run.start);
        if left == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let count = usize::try_from(left).unwrap_or(READ).min(READ);
        self.buffer.resize(count, 0);
        file.seek(SeekFrom::Start(self.run.start))?;
        file.read_exact(&mut self.buffer)?;
        (self.done, self.run.start) = (0, self.run.start + count as u64);
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.done >= self.buffer.len() && self.run.start >= self.run.end
    }

    /// The next entry, unless there is none.
    fn head(mut self, file: &mut File, is_reversed: bool) -> io::Result<Option<RunHead>> {
        if self.is_over() {
            return Ok(None);
        }
        let mut head = Vec::with_capacity(HEAD);
        self.read(file, HEAD, &mut head)?;
        let mut numbers = head.chunks_exact(8).map(|chunk| chunk.try_into().map_or(0, u64::from_le_bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let (number, key_length, length) = (next(), next(), next());
        let [key_length, length] = [key_length, length].map(|it| usize::try_from(it).unwrap_or(usize::MAX));
        let mut key = Vec::new();
        self.read(file, key_length, &mut key)?;
        let place = SortPlace { key: (head.last() == Some(&1)).then_some(key), number, is_reversed };
        Ok(Some(RunHead { place, length, reader: self }))
    }
}

/// Runs that are merged.
struct RunMerge {
    file: File,
    heads: BinaryHeap<RunHead>,
    is_reversed: bool,
}

impl RunMerge {
    fn new(mut file: File, runs: &[SortedRun], is_reversed: bool) -> io::Result<Self> {
        let mut heads = BinaryHeap::new();
        for run in runs {
            let reader = RunReader { run: *run, buffer: Vec::new(), done: 0 };
            heads.extend(reader.head(&mut file, is_reversed)?);
        }
        Ok(Self { file, heads, is_reversed })
    }

    fn next(&mut self, text: &mut Vec<u8>) -> io::Result<Option<SortPlace>> {
        let Some(RunHead { place, length, mut reader }) = self.heads.pop() else { return Ok(None) };
        text.clear();
        reader.read(&mut self.file, length, text)?;
        self.heads.extend(reader.head(&mut self.file, self.is_reversed)?);
        Ok(Some(place))
    }
}

/// Entries in order, which are read one by one.
pub struct SortedEntries(SortedFrom);

enum SortedFrom {
    Memory(std::vec::IntoIter<SortEntry>),
    Runs(RunMerge),
}

impl std::fmt::Debug for SortedEntries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SortedEntries").finish_non_exhaustive()
    }
}

impl SortedEntries {
    /// Puts the text of the next entry into `text`. The result is its number, in the order in which they were added.
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn next(&mut self, text: &mut Vec<u8>) -> io::Result<Option<u64>> {
        match &mut self.0 {
            SortedFrom::Memory(entries) => Ok(entries.next().map(|entry| {
                *text = entry.text.into_vec();
                entry.place.number
            })),
            SortedFrom::Runs(merge) => Ok(merge.next(text)?.map(|place| place.number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_budget_gives_the_stable_order() {
        let entry = |number: u64| {
            let key = (!number.is_multiple_of(7)).then(|| vec![b'k'; usize::try_from(number * 13 % 5).unwrap()]);
            let length = if number == 50 { 3 * READ } else { usize::try_from(number % 40).unwrap() };
            (key, vec![u8::try_from(number % 251).unwrap(); length])
        };
        for is_reversed in [false, true] {
            let mut wanted: Vec<_> = (0..3000).map(|number| (number, entry(number))).collect();
            wanted.sort_by(|(_, (one, _)), (_, (two, _))| match (one, two) {
                (Some(one), Some(two)) if is_reversed => two.cmp(one),
                (Some(one), Some(two)) => one.cmp(two),
                (one, two) => one.is_none().cmp(&two.is_none()),
            });
            for budget in [0, 1, 1000, 50_000, 1 << 30] {
                let mut sort = ExternalSort::new(budget, is_reversed);
                for number in 0..3000 {
                    let (key, text) = entry(number);
                    sort.add(key, &text).unwrap();
                }
                assert_eq!(sort.spilled.is_some(), budget < 1 << 30);
                let (mut sorted, mut text) = (sort.finish().unwrap(), Vec::new());
                for (number, (_, wanted)) in &wanted {
                    assert_eq!(sorted.next(&mut text).unwrap(), Some(*number), "{budget}");
                    assert_eq!(text, *wanted, "{budget}");
                }
                assert_eq!(sorted.next(&mut text).unwrap(), None);
            }
        }
    }
}
