//! JSON Patch (RFC 6902) on a value whose untouched parts keep their bytes:
//! `[{"op":"replace","path":"/n","value":1.10}]`.
//!
//! If the AG-UI library accepts a path that the RFC forbids, the result is that of the library, because its users got
//! it; [`Applied::is_lax`] is then true.

use super::budget::PatchBudget;
use super::measure::{Measured, depth_of};
use super::patch_error::{Applied, PatchError, Reason};
use super::pointer::{PathSegment, Pointer};
use super::undo::{Journal, UndoStep};
use super::value::TreeValue;
use crate::json::{Node, Tape};

/// A value that patches are applied to: the state, or the content of an activity.
///
/// ```
/// use turnwise::events::{Document, PatchBudget, PatchLimits};
/// use turnwise::json::Tape;
///
/// let (mut tape, mut scratch) = (Tape::new(), Tape::new());
/// let mut state = Document::new(r#"{"price":1.10,"n":1}"#);
/// let mut budget = PatchBudget::new(PatchLimits::default());
/// let patch = tape.parse(r#"[{"op":"replace","path":"/n","value":2}]"#)?;
/// assert!(state.apply(patch, &mut budget, &mut scratch).is_ok());
/// assert_eq!(state.text(), r#"{"price":1.10,"n":2}"#);
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[derive(Debug)]
pub struct Document {
    root: TreeValue,
    measure: Measure,
}

/// Upper bounds of the size of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::events) struct Measure {
    /// An upper bound of its depth.
    depth: usize,
    /// The steps that measuring the depth of the value took the last time.
    depth_steps: usize,
    /// The steps that measuring the depths of added parts took since.
    part_steps: usize,
    /// An upper bound of the bytes that copies added; measured again when the limit is reached.
    pub(in crate::events) copied: usize,
}

impl Document {
    /// A value with this text, which is valid JSON.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self::of(TreeValue::raw(text), None)
    }

    /// A value that may already be opened.
    pub(in crate::events) fn of(root: TreeValue, known: Option<Measure>) -> Self {
        let measure = known.unwrap_or_else(|| Measure { depth: root.depth().found, ..Measure::default() });
        Self { root, measure }
    }

    /// The bytes that copies added.
    pub(in crate::events) fn copied(&self) -> usize {
        self.measure.copied
    }

    pub(in crate::events) fn into_value(self) -> (TreeValue, Measure) {
        (self.root, self.measure)
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> String {
        self.root.text()
    }

    /// Adds its text.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.root.write(out);
    }

    /// Applies a patch atomically.
    ///
    /// # Errors
    /// An operation fails, or the budget does not allow it; the value is unchanged.
    pub fn apply(
        &mut self,
        patch: Node<'_, '_>,
        budget: &mut PatchBudget,
        scratch: &mut Tape,
    ) -> Result<Applied, PatchError> {
        budget.bring(patch.raw().len());
        if !patch.is_array() {
            return Err(PatchError { operation: 0, reason: Reason::NotAPatch });
        }
        let is_single = patch.len() == 1;
        let mut work = PatchRun {
            document: self,
            budget,
            scratch,
            journal: Journal::new(),
            is_single,
            applied: Applied::default(),
        };
        for (operation, node) in patch.items().enumerate() {
            if let Err(reason) = work.operation(node) {
                let PatchRun { journal, .. } = work;
                journal.roll_back(&mut self.root, scratch);
                return Err(PatchError { operation, reason });
            }
        }
        Ok(work.applied)
    }
}

struct PatchRun<'w> {
    document: &'w mut Document,
    budget: &'w mut PatchBudget,
    scratch: &'w mut Tape,
    journal: Journal,
    /// The patch has one operation, so nothing before it has to be undone.
    is_single: bool,
    applied: Applied,
}

impl PatchRun<'_> {
    fn operation(&mut self, node: Node<'_, '_>) -> Result<(), Reason> {
        self.budget.check()?;
        let [op, path, from, value] = node.pick(&["op", "path", "from", "value"]);
        if !node.is_object() {
            return Err(Reason::NotAPatch);
        }
        let op = op.and_then(|op| op.text()).ok_or(Reason::Malformed)?;
        let path = Pointer::new(&path.and_then(|path| path.text()).ok_or(Reason::Malformed)?)?;
        let from = || Pointer::new(&from.and_then(|from| from.text()).ok_or(Reason::Malformed)?);
        let value = value.ok_or(Reason::Malformed);
        match op.decode().as_ref() {
            "add" => {
                let value = value?;
                self.insert(&path, TreeValue::of(value), depth_of(value.raw()), Lax::End)
            }
            "replace" => self.replace(&path, value?),
            "remove" => self.remove(&path).map(drop),
            "test" => self.test(&path, value?),
            "copy" => self.copy(&path, &from()?),
            "move" => self.shift(&path, &from()?),
            _ => Err(Reason::Malformed),
        }
    }

    fn note(&mut self, undo: impl FnOnce() -> UndoStep) {
        if !self.is_single {
            self.journal.push(undo());
        }
    }

    /// The slots on the path to a value, or to the parent of the last segment.
    fn walk(
        &mut self,
        segments: &[PathSegment],
        is_lax: bool,
        end: End,
    ) -> Result<(Vec<usize>, &mut TreeValue), Reason> {
        let mut places = Vec::with_capacity(segments.len());
        let may_tidy = self.journal.is_empty();
        let mut value = &mut self.document.root;
        for segment in segments {
            self.budget.spend(value.opening());
            let place = find(value, segment, is_lax, &mut self.applied, self.scratch)?;
            value = value.opened_child(place).ok_or(Reason::NotFound)?;
            places.push(place);
        }
        if end == End::Parent {
            self.budget.spend(value.opening());
            value.open(self.scratch);
        }
        if may_tidy && let Some(object) = value.object_mut() {
            object.tidy();
        }
        Ok((places, value))
    }

    fn check_depth(&mut self, below: usize, added: usize, value: &TreeValue) -> Result<(), Reason> {
        let (mut added, most) = (added, self.budget.depth());
        if below + added > most {
            // The bound may be too high: each copy of `/b` to `/a/-` adds one to it.
            let part = value.depth();
            self.budget.spend(part.steps);
            added = part.found;
            if below + added > most {
                return Err(Reason::TooDeep);
            }
            self.document.measure.part_steps = self.document.measure.part_steps.saturating_add(part.steps);
            self.measure_depth();
        }
        self.document.measure.depth = self.document.measure.depth.max(below + added);
        Ok(())
    }

    /// Measures the whole value if the parts that were added since the last time took more steps. Measuring it at each of them
    /// would take quadratic time.
    fn measure_depth(&mut self) {
        let Document { root, measure } = &mut *self.document;
        if measure.part_steps > measure.depth_steps {
            let whole = root.depth();
            self.budget.spend(whole.steps);
            *measure = Measure { depth: whole.found, depth_steps: whole.steps, part_steps: 0, ..*measure };
        }
    }

    /// Counts the bytes of a copy.
    fn check_size(&mut self, added: usize) -> Result<(), Reason> {
        if self.budget.is_beyond(added) {
            // Copies may have been removed since: measure only now.
            let Measured { found, steps } = self.document.root.bytes();
            self.budget.spend(steps);
            let known = self.document.measure.copied;
            self.document.measure.copied = known.min(found);
            self.budget.drop_copies(known.saturating_sub(found));
            if self.budget.is_beyond(added) {
                return Err(self.budget.too_large());
            }
        }
        self.document.measure.copied = self.document.measure.copied.saturating_add(added);
        self.budget.copy(added);
        Ok(())
    }

    fn set_root(&mut self, value: TreeValue) {
        let old = std::mem::replace(&mut self.document.root, value);
        self.note(|| UndoStep::Root(old));
    }

    fn insert(&mut self, path: &Pointer, value: TreeValue, depth: usize, lax: Lax) -> Result<(), Reason> {
        self.check_depth(path.segments.len(), depth, &value)?;
        let Some((last, path)) = path.segments.split_last() else {
            self.set_root(value);
            return Ok(());
        };
        let (mut applied, mut moved) = (self.applied, 0);
        let (path, parent) = self.walk(path, lax == Lax::All, End::Parent)?;
        let undo = if let Some(length) = parent.array_len() {
            let place = match last.index(true) {
                _ if last.is_dash() => length,
                Some((index, is_plain)) => {
                    if index > length && lax == Lax::End {
                        return Err(Reason::BadIndex);
                    }
                    applied.is_lax |= !is_plain || index > length;
                    index.min(length)
                }
                None => return Err(Reason::BadIndex),
            };
            parent.items_mut().ok_or(Reason::NotFound)?.insert(place, value);
            moved = place.min(length - place);
            UndoStep::Inserted { path, place }
        } else {
            let object = parent.object_mut().ok_or(Reason::NotFound)?;
            match object.set(&last.key, value) {
                (place, None) => UndoStep::Inserted { path, place },
                (place, Some(old)) => UndoStep::Replaced { path, place, old },
            }
        };
        self.applied.is_lax |= applied.is_lax;
        self.budget.spend(moved);
        self.note(|| undo);
        Ok(())
    }

    fn replace(&mut self, path: &Pointer, value: Node<'_, '_>) -> Result<(), Reason> {
        let value = TreeValue::of(value);
        let depth = depth_of(value.as_raw().unwrap_or_default());
        self.check_depth(path.segments.len(), depth, &value)?;
        let Some((last, path)) = path.segments.split_last() else {
            self.set_root(value);
            return Ok(());
        };
        let (path, parent) = self.walk(path, false, End::Parent)?;
        let place = find_opened(parent, last)?;
        let target = parent.opened_child(place).ok_or(Reason::NotFound)?;
        let old = std::mem::replace(target, value);
        self.note(|| UndoStep::Replaced { path, place, old });
        Ok(())
    }

    /// Removes a value, which the journal shares.
    fn remove(&mut self, path: &Pointer) -> Result<TreeValue, Reason> {
        let Some((last, path)) = path.segments.split_last() else {
            self.set_root(TreeValue::default());
            return Ok(TreeValue::default());
        };
        let (path, parent) = self.walk(path, false, End::Parent)?;
        let place = find_opened(parent, last)?;
        let moved = parent.array_len().map_or(0, |length| place.min(length - place));
        let (key, value) = parent.take_child(place).ok_or(Reason::NotFound)?;
        self.budget.spend(moved);
        self.note(|| UndoStep::Removed { path, place, key, value: value.clone() });
        Ok(value)
    }

    fn test(&mut self, path: &Pointer, wanted: Node<'_, '_>) -> Result<(), Reason> {
        let (_, value) = self.walk(&path.segments, true, End::TreeValue).map_err(|_| Reason::TestFailed)?;
        let value = value.clone();
        let (is_equal, steps) = value.equals(wanted, self.scratch);
        self.budget.spend(steps);
        if is_equal { Ok(()) } else { Err(Reason::TestFailed) }
    }

    fn copy(&mut self, path: &Pointer, from: &Pointer) -> Result<(), Reason> {
        let (_, value) = self.walk(&from.segments, false, End::TreeValue)?;
        let value = value.clone();
        let Measured { found, steps } = value.bytes();
        self.budget.spend(steps);
        self.check_size(found)?;
        let depth = self.document.measure.depth.saturating_sub(from.segments.len());
        self.insert(path, value, depth, Lax::All)
    }

    fn shift(&mut self, path: &Pointer, from: &Pointer) -> Result<(), Reason> {
        if path.segments.len() > from.segments.len() && path.segments.starts_with(&from.segments) {
            // A failed lookup is reported first, before the attempt to move a value into itself.
            self.walk(&from.segments, false, End::TreeValue)?;
            return Err(Reason::IntoItself);
        }
        if path.segments == from.segments {
            return self.walk(&from.segments, false, End::TreeValue).map(drop);
        }
        let depth = self.document.measure.depth.saturating_sub(from.segments.len());
        // These are two steps, and the second may fail.
        self.is_single = false;
        let value = self.remove(from)?;
        self.insert(path, value, depth, Lax::All)
    }
}

/// The purpose of a walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// To read a value, which stays text.
    TreeValue,
    /// To change a member or item of a value.
    Parent,
}

/// The segments that may be indexes that the RFC forbids.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lax {
    /// The last one, if it is not beyond the end.
    End,
    /// All.
    All,
}

fn find(
    value: &mut TreeValue,
    segment: &PathSegment,
    is_lax: bool,
    applied: &mut Applied,
    scratch: &mut Tape,
) -> Result<usize, Reason> {
    value.open(scratch);
    if value.array_len().is_some() && is_lax {
        let (index, is_plain) = segment.index(true).ok_or(Reason::NotFound)?;
        applied.is_lax |= !is_plain;
        return Ok(index);
    }
    find_opened(value, segment)
}

fn find_opened(value: &mut TreeValue, segment: &PathSegment) -> Result<usize, Reason> {
    if let Some(length) = value.array_len() {
        let (index, _) = segment.index(false).ok_or(Reason::BadIndex)?;
        return if index < length { Ok(index) } else { Err(Reason::BadIndex) };
    }
    value.object_mut().and_then(|object| object.find(&segment.spelling)).ok_or(Reason::NotFound)
}
