//! The schemes of new ids.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use uuid::{Builder, Uuid};

use crate::format::FORMATS;
use crate::format::ids::Scope;
use crate::lower::IdRule;
use crate::model::uuid_v5;
use crate::report::{Refused, ids as codes};

/// A scheme of new ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// UUIDs of version 5: from the namespace, and the old id or the record and the place in it.
    Uuid5,
    /// UUIDs of version 4, different in every run.
    Uuid4,
    /// UUIDs of version 7, with the time of the run.
    Uuid7,
    /// Numbers after this prefix.
    Sequence(String),
    /// The same ids in the spelling of the format's program. Missing ids are not generated.
    Normal,
}

/// The formats and dialects with rules for ids of calls, for `--for`.
pub fn targets() -> impl Iterator<Item = (&'static str, IdRule)> {
    FORMATS.iter().flat_map(|format| {
        let own = format.policy.tools.calls.ids.map(|rule| (format.name, rule));
        let dialects = format.dialects.iter().filter_map(|it| Some((it.name, it.policy?.tools.calls.ids?)));
        own.into_iter().chain(dialects.filter(move |_| own.is_none()))
    })
}

/// The rule for ids of calls of one of the [`targets`].
#[must_use]
pub fn target(name: &str) -> Option<IdRule> {
    targets().find(|(known, _)| *known == name).map(|(_, rule)| rule)
}

/// The maximum number of bytes of ids and notes that a numbered sequence keeps.
const MOST: usize = 512 * 1024 * 1024;
const BESIDE: usize = 96;

/// The last numbers of ids.
#[derive(Debug, Default)]
pub struct IdNumbers {
    known: HashMap<String, u64>,
    bytes: usize,
    last: u64,
}

impl IdNumbers {
    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    fn of(&mut self, name: &str) -> Result<u64, Refused> {
        if let Some(number) = self.known.get(name) {
            return Ok(*number);
        }
        self.renew(name)
    }

    /// The next number for an id: the previous one is taken.
    fn renew(&mut self, name: &str) -> Result<u64, Refused> {
        self.bytes += name.len() + BESIDE;
        if self.bytes > MOST {
            let at = crate::json::At::byte(0);
            return Err(Refused::new(&codes::TOO_MANY, at, format!("after {} ids", self.known.len())));
        }
        let number = self.next();
        self.known.insert(name.to_owned(), number);
        Ok(number)
    }
}

/// Generates ids.
#[derive(Debug)]
pub(super) struct IdGenerator<'o> {
    scheme: &'o Scheme,
    namespace: Uuid,
    target: Option<IdRule>,
    numbers: &'o Mutex<IdNumbers>,
    /// Random for each run: equal old ids get equal random ids without a table.
    secret: Uuid,
    millis: u64,
}

/// The source of a new id.
#[derive(Clone, Copy, Debug)]
pub(super) enum IdOrigin<'n> {
    /// The old id.
    Old(&'n str),
    /// There is no old id: the record, and the index of the item among those of its kind.
    Place { seed: [u64; 2], scope: Scope, number: u64 },
}

impl<'o> IdGenerator<'o> {
    pub(super) fn new(
        scheme: &'o Scheme,
        namespace: Uuid,
        target: Option<IdRule>,
        numbers: &'o Mutex<IdNumbers>,
    ) -> Self {
        let clock = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let millis = if *scheme == Scheme::Uuid7 { u64::try_from(clock().as_millis()).unwrap_or(0) } else { 0 };
        let is_random = matches!(scheme, Scheme::Uuid4 | Scheme::Uuid7);
        let secret = if is_random { Uuid::new_v4() } else { Uuid::nil() };
        Self { scheme, namespace, target, numbers, secret, millis }
    }

    /// True if new ids are always unique: numbers, and UUIDs (SHA-1 collisions aside).
    pub(super) fn is_unique(&self) -> bool {
        self.target.is_none_or(|target| !target.is_exact())
    }

    pub(super) fn target(&self) -> Option<IdRule> {
        self.target
    }

    /// True if the id could be one of this scheme.
    pub(super) fn is_valid(&self, id: &str, is_for_target: bool) -> bool {
        if let (Some(target), true) = (self.target, is_for_target) {
            return target.holds(id);
        }
        let version = match self.scheme {
            Scheme::Sequence(prefix) => {
                let number = id.strip_prefix(prefix.as_str());
                return number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()));
            }
            Scheme::Uuid5 | Scheme::Normal => 5,
            Scheme::Uuid4 => 4,
            Scheme::Uuid7 => 7,
        };
        id.len() == 36 && Uuid::try_parse(id).is_ok_and(|id| id.get_version_num() == version)
    }

    /// The new id. `attempt` counts from 0: the results of earlier attempts are taken.
    pub(super) fn make(&self, origin: IdOrigin<'_>, is_for_target: bool, attempt: u32) -> Result<String, Refused> {
        let length = self.target.filter(|target| is_for_target && target.is_exact()).map(|target| target.limit);
        if let Scheme::Sequence(prefix) = self.scheme {
            let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
            let number = match origin {
                IdOrigin::Old(name) if attempt == 0 => numbers.of(name)?,
                IdOrigin::Old(name) => numbers.renew(name)?,
                IdOrigin::Place { .. } => numbers.next(),
            };
            // Padded with zeros if ids have a fixed length.
            let width = length.unwrap_or(0).saturating_sub(prefix.len());
            return Ok(format!("{prefix}{number:0width$}"));
        }
        let uuid = self.uuid(origin, attempt);
        Ok(match length {
            Some(length) => letters(uuid, length),
            None => uuid.to_string(),
        })
    }

    fn uuid(&self, origin: IdOrigin<'_>, attempt: u32) -> Uuid {
        let mut name = match (origin, self.scheme) {
            (IdOrigin::Place { .. }, Scheme::Uuid4) => return Uuid::new_v4(),
            (IdOrigin::Place { .. }, Scheme::Uuid7) => return Uuid::now_v7(),
            (IdOrigin::Old(old), _) if attempt == 0 => return self.shaped(old),
            (IdOrigin::Old(old), _) => old.to_owned(),
            (IdOrigin::Place { seed: [high, low], scope, number }, _) => {
                format!("{} {number} of {high:016x}{low:016x}", scope.name())
            }
        };
        // Only a malicious id contains this, and then there is another attempt.
        name.push_str(&format!("\0{attempt}"));
        self.shaped(&name)
    }

    /// The UUID of a name, of the requested version.
    fn shaped(&self, name: &str) -> Uuid {
        let bytes = |namespace| uuid_v5(namespace, name.as_bytes()).into_bytes();
        match self.scheme {
            Scheme::Uuid4 => Builder::from_random_bytes(bytes(&self.secret)).into_uuid(),
            Scheme::Uuid7 => {
                let [random @ .., _, _, _, _, _, _] = bytes(&self.secret);
                Builder::from_unix_timestamp_millis(self.millis, &random).into_uuid()
            }
            Scheme::Uuid5 | Scheme::Normal | Scheme::Sequence(_) => Uuid::from_bytes(bytes(&self.namespace)),
        }
    }
}

/// The letters and digits of a number.
fn letters(uuid: Uuid, length: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut rest = uuid.as_u128();
    let mut next = || {
        let digit = usize::try_from(rest % 62).unwrap_or(0);
        rest /= 62;
        char::from(DIGITS.get(digit).copied().unwrap_or(b'0'))
    };
    (0..length).map(|_| next()).collect()
}

/// Identifies records: 128 bits of a text, the same on every machine. No protection against deliberate collisions.
pub(super) fn seed(text: &[u8], [mut high, mut low]: [u64; 2]) -> [u64; 2] {
    const KEYS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
    let fold = |a: u64, b: u64| {
        let wide = u128::from(a) * u128::from(b);
        #[allow(clippy::cast_possible_truncation, reason = "the two halves of the product")]
        let folded = (wide as u64) ^ ((wide >> 64) as u64);
        folded
    };
    let (chunks, rest) = text.as_chunks::<16>();
    let mut last = [0; 16];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    for chunk in chunks.iter().chain([&last]) {
        let wide = u128::from_le_bytes(*chunk);
        #[allow(clippy::cast_possible_truncation, reason = "the two halves of the chunk")]
        let (x, y) = (wide as u64, (wide >> 64) as u64);
        let mixed = fold(high ^ x ^ KEYS[0], low.wrapping_add(y) ^ KEYS[1]);
        low = fold(low ^ y ^ KEYS[1], high.wrapping_add(x) ^ KEYS[0]) ^ x.rotate_left(29);
        high = mixed ^ y.rotate_left(31);
    }
    [fold(high ^ text.len() as u64, KEYS[0]) ^ low, fold(low ^ text.len() as u64, KEYS[1]) ^ high]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(scheme: &Scheme, target: Option<&str>, old: &str, attempt: u32) -> String {
        let numbers = Mutex::default();
        let target = target.and_then(super::target);
        let maker = IdGenerator::new(scheme, Uuid::NAMESPACE_OID, target, &numbers);
        let id = maker.make(IdOrigin::Old(old), target.is_some(), attempt).unwrap();
        assert!(maker.is_valid(&id, target.is_some()), "{id}");
        assert_eq!(maker.make(IdOrigin::Old(old), target.is_some(), 0).unwrap().len(), id.len());
        id
    }

    #[test]
    fn ids_are_of_their_scheme_and_follow_from_the_old_one() {
        assert_eq!(made(&Scheme::Uuid5, None, "c1", 0), uuid_v5(&Uuid::NAMESPACE_OID, b"c1").to_string());
        assert_ne!(made(&Scheme::Uuid5, None, "c1", 1), made(&Scheme::Uuid5, None, "c1", 0));
        assert_ne!(made(&Scheme::Uuid4, None, "c1", 0), made(&Scheme::Uuid4, None, "c1", 0));
        let sequence = Scheme::Sequence("m".to_owned());
        assert_eq!(made(&sequence, None, "c1", 0), "m1");
        assert_eq!(made(&sequence, Some("mistral"), "c1", 0), "m00000001");
        assert_eq!(made(&Scheme::Uuid5, Some("mistral"), "c1", 0).len(), 9);
        assert_eq!(made(&Scheme::Uuid5, Some("bedrock"), "c1", 0).len(), 36);
        made(&Scheme::Uuid7, None, "c1", 0);
    }

    #[test]
    fn seeds_tell_texts_apart() {
        let mut seen = std::collections::HashSet::new();
        for length in 0..100 {
            assert!(seen.insert(seed(&vec![0; length], [0; 2])), "{length}");
            for at in 0..length {
                let mut text = vec![0; length];
                text[at] = 1;
                assert!(seen.insert(seed(&text, [0; 2])), "{at} of {length}");
            }
        }
        // The same on every machine, forever.
        assert_eq!(seed(b"{}", [0; 2]).map(|half| format!("{half:016x}")), SEED_OF_NOTHING);
    }

    const SEED_OF_NOTHING: [&str; 2] = ["68ab25565eb51056", "f05664e0c082fcb7"];
}
