//! Searches text for the signs of secrets, 64 bytes at a time: `sk-`, `ghp_`, `eyJ`.
//!
//! The search is for three bytes of each sign, its window. Tables of the lower and the upper four bits of a byte give the groups of
//! signs in which it can be the first, second or third byte of a window, as in the algorithm Teddy of Hyperscan. A window that
//! fits a group may have bytes of several signs, so the text around it is compared with each sign of the group.

use std::ops::Range;

use fearless_simd::{Simd, prelude::*, u8x16, u8x64};

use super::assigned;
use crate::json::base64_run::base64_run;
use crate::json::block::{BLOCK, secret_marks64, vector};

/// The number of bytes of a window.
const WINDOW: usize = 3;

/// The minimum length of base64 that is not searched: it is the data of a file, and its signs are accidental. Also the distance
/// between two searches for such a run.
const MEDIA: usize = 4096;

/// A text without which a run is not a token or key. It is in the run, or ends right before it.
#[derive(Debug)]
pub(super) struct SecretSign {
    pub(super) text: &'static str,
    /// The offset of its window.
    window: usize,
    window_bytes: [u8; WINDOW],
}

#[allow(clippy::indexing_slicing, reason = "the compiler runs it, and looks")]
const fn sign(text: &'static str, window: usize) -> SecretSign {
    let bytes = text.as_bytes();
    SecretSign { text, window, window_bytes: [bytes[window], bytes[window + 1], bytes[window + 2]] }
}

/// The groups. In English, Markdown and programs one byte in 1,500 begins a window that fits one. Names and schemes that
/// may be in any case are in the two cases that people write.
pub(super) static GROUPS: [&[SecretSign]; 8] = [
    &[sign("dapi", 0), sign("earer ", 0), sign("ecret", 0), sign(":AA", 0), sign("ECRET", 0), sign("EARER ", 0)],
    &[sign("asic ", 1), sign("ASIC ", 1), sign("ASIA", 1), sign("AKIA", 1), sign("eyJ", 0)],
    &[sign("sk-", 0), sign("_v1_", 0), sign("xapp-", 2), sign("ya29.", 0), sign("pypi-", 2)],
    &[sign("-BEGIN", 0), sign("k_live_", 2), sign("SG.", 0)],
    &[
        sign("glpat-", 0),
        sign("glrt-", 0),
        sign("glptt-", 0),
        sign("pplx-", 1),
        sign("npm_", 1),
        sign("ghr_", 0),
        sign("r8_", 0),
    ],
    &[sign("xai-", 1), sign("gho_", 1), sign("hf_", 0), sign("xox", 0), sign("AIza", 0)],
    &[sign("tskey-", 0), sign("gldt-", 0), sign("dckr_", 0), sign("gsk_", 0)],
    &[
        sign("ghp_", 1),
        sign("ghs_", 1),
        sign("ghu_", 1),
        sign("github_pat_", 3),
        sign("shpat_", 1),
        sign("shpca_", 1),
        sign("shppa_", 1),
        sign("shpss_", 1),
        sign("whsec_", 1),
    ],
];

/// For each byte of a window, the groups by its lower four bits, and by its upper ones.
#[derive(Clone, Copy)]
struct WindowTables {
    lower: [[u8; 16]; WINDOW],
    upper: [[u8; 16]; WINDOW],
}

#[allow(clippy::indexing_slicing, reason = "the compiler runs it, and looks")]
static TABLES: WindowTables = {
    let mut tables = WindowTables { lower: [[0; 16]; WINDOW], upper: [[0; 16]; WINDOW] };
    let mut group = 0;
    while group < GROUPS.len() {
        let mut at = 0;
        while at < GROUPS[group].len() {
            let window = &GROUPS[group][at].window_bytes;
            let mut byte = 0;
            while byte < WINDOW {
                let value = window[byte] as usize;
                tables.lower[byte][value & 15] |= 1 << group;
                tables.upper[byte][value >> 4] |= 1 << group;
                byte += 1;
            }
            at += 1;
        }
        group += 1;
    }
    tables
};

/// What the search stops at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// A sign: its start and its end.
    Sign(usize, usize),
    /// `=`, `@` or `%`.
    Mark(usize),
}

/// The search for windows in neighbouring blocks: the tables in vectors, and the groups of the last block.
struct WindowSearch<S: Simd> {
    first: ByteGroups<S>,
    second: ByteGroups<S>,
    third: ByteGroups<S>,
    before: GroupsBefore<S>,
}

/// The groups of a byte of windows.
#[derive(Clone, Copy)]
struct ByteGroups<S: Simd> {
    lower: u8x64<S>,
    upper: u8x64<S>,
}

/// The groups of the last block, in which a window may begin.
#[derive(Clone, Copy)]
struct GroupsBefore<S: Simd> {
    first: u8x64<S>,
    second: u8x64<S>,
}

impl<S: Simd> GroupsBefore<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Self { first: u8x64::splat(simd, 0), second: u8x64::splat(simd, 0) }
    }
}

impl<S: Simd> ByteGroups<S> {
    #[inline(always)]
    fn new(simd: S, lower: [u8; 16], upper: [u8; 16]) -> Self {
        Self {
            lower: u8x64::block_splat(u8x16::simd_from(simd, lower)),
            upper: u8x64::block_splat(u8x16::simd_from(simd, upper)),
        }
    }

    #[inline(always)]
    fn of(self, bytes: u8x64<S>) -> u8x64<S> {
        self.lower.swizzle_dyn_within_blocks(bytes & 0x0f) & self.upper.swizzle_dyn_within_blocks(bytes >> 4)
    }
}

impl<S: Simd> WindowSearch<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let WindowTables { lower: [first, second, third], upper: [first_upper, second_upper, third_upper] } = TABLES;
        Self {
            first: ByteGroups::new(simd, first, first_upper),
            second: ByteGroups::new(simd, second, second_upper),
            third: ByteGroups::new(simd, third, third_upper),
            before: GroupsBefore::none(simd),
        }
    }

    /// For each of 64 bytes, the groups that the window which ends there fits.
    #[inline(always)]
    fn groups(&mut self, bytes: u8x64<S>) -> u8x64<S> {
        let groups = GroupsBefore { first: self.first.of(bytes), second: self.second.of(bytes) };
        let before = std::mem::replace(&mut self.before, groups);
        before.first.slide::<{ BLOCK - 2 }>(groups.first)
            & before.second.slide::<{ BLOCK - 1 }>(groups.second)
            & self.third.of(bytes)
    }
}

/// Calls `each` with every sign, and every mark that may be part of a secret. Those of each kind are in order; signs by their
/// windows.
#[inline(always)]
pub(super) fn each_hit<S: Simd>(simd: S, bytes: &[u8], each: &mut impl FnMut(Hit)) {
    let mut windows = WindowSearch::new(simd);
    let mut start = 0;
    while start < bytes.len() {
        let run = base64_run(simd, bytes.get(start..).unwrap_or_default());
        let searched = run.max(MEDIA).next_multiple_of(BLOCK);
        // A token may begin or end in the first and the last block of media.
        let (end, next) = if run < MEDIA { (searched, searched) } else { (2 * BLOCK, (run / BLOCK - 1) * BLOCK) };
        hits_in_part(&mut windows, simd, bytes, start..bytes.len().min(start + end), each);
        if next != end {
            windows.before = GroupsBefore::none(simd);
        }
        start += next;
    }
}

/// The same for the windows that end in a part, which is whole blocks or ends with the text.
#[inline(always)]
fn hits_in_part<S: Simd>(
    windows: &mut WindowSearch<S>,
    simd: S,
    bytes: &[u8],
    part: Range<usize>,
    each: &mut impl FnMut(Hit),
) {
    let (blocks, rest) = bytes.get(part.clone()).unwrap_or_default().as_chunks();
    let mut start = part.start;
    for block in blocks {
        hits_in_block(windows, simd, block, bytes, start, each);
        start += BLOCK;
    }
    if !rest.is_empty() {
        let mut last = [0; BLOCK];
        if let Some(last) = last.get_mut(..rest.len()) {
            last.copy_from_slice(rest);
        }
        hits_in_block(windows, simd, &last, bytes, start, each);
    }
}

/// The same for a block, which begins at `start`.
#[inline(always)]
fn hits_in_block<S: Simd>(
    windows: &mut WindowSearch<S>,
    simd: S,
    block: &[u8; BLOCK],
    bytes: &[u8],
    start: usize,
    each: &mut impl FnMut(Hit),
) {
    let groups = windows.groups(vector(simd, block));
    let mut places = !groups.simd_eq(0).to_bitmask();
    if places != 0 {
        let mut of_places = [0; BLOCK];
        groups.store_slice(&mut of_places);
        while places != 0 {
            let place = places.trailing_zeros() as usize;
            let window = (start + place + 1).saturating_sub(WINDOW);
            each_sign(bytes, window, of_places.get(place).copied().unwrap_or_default(), each);
            places &= places - 1;
        }
    }
    // Programs contain `=` so often that searching for the next one takes longer.
    let mut marks = secret_marks64(simd, block);
    while marks != 0 {
        let at = start + marks.trailing_zeros() as usize;
        if is_wanted(bytes, at) {
            each(Hit::Mark(at));
        }
        marks &= marks - 1;
    }
}

/// False for a mark that can be in no secret. A call of `each` costs more than this.
#[inline(always)]
fn is_wanted(bytes: &[u8], mark: usize) -> bool {
    match bytes.get(mark) {
        Some(b'=') => assigned::follows_name(bytes, mark),
        Some(b'%') => bytes.get(mark + 1).is_some_and(u8::is_ascii_hexdigit),
        _ => true,
    }
}

/// The signs of these groups whose window is at `at`.
#[inline(never)]
fn each_sign(bytes: &[u8], at: usize, mut groups: u8, each: &mut impl FnMut(Hit)) {
    let Some(found) = bytes.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) else { return };
    while groups != 0 {
        let group = GROUPS.get(groups.trailing_zeros() as usize).copied().unwrap_or_default();
        for SecretSign { text, window, .. } in group.iter().filter(|sign| sign.window_bytes == *found) {
            if let Some(start) = at.checked_sub(*window)
                && bytes.get(start..).is_some_and(|rest| rest.starts_with(text.as_bytes()))
            {
                each(Hit::Sign(start, start + text.len()));
            }
        }
        groups &= groups - 1;
    }
}
