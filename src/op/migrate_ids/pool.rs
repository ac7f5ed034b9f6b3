//! New ids as JSON, consecutively; UUIDs as 16 bytes.

use uuid::Uuid;

/// Ids by their numbers.
#[derive(Debug, Default)]
pub(super) struct Pool {
    bytes: Vec<u8>,
    /// The start of each id; the highest bit marks a UUID.
    starts: Vec<u32>,
}

const IS_UUID: u32 = 1 << 31;

/// A quoted UUID.
const LENGTH: usize = 38;

/// A buffer for the text of a UUID.
pub(super) type UuidBuffer = [u8; LENGTH];

impl Pool {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.starts.clear();
    }

    /// Adds a JSON text and returns its number. `None` if the pool is full.
    pub(super) fn push(&mut self, token: &str) -> Option<u32> {
        let number = u32::try_from(self.starts.len()).ok().filter(|number| *number < super::replacements::MOST)?;
        let start = u32::try_from(self.bytes.len()).ok().filter(|start| start & IS_UUID == 0)?;
        match uuid_of(token) {
            Some(uuid) => {
                self.starts.push(start | IS_UUID);
                self.bytes.extend_from_slice(uuid.as_bytes());
            }
            None => {
                self.starts.push(start);
                self.bytes.extend_from_slice(token.as_bytes());
            }
        }
        Some(number)
    }

    /// The text with this number.
    pub(super) fn get<'p>(&'p self, number: u32, room: &'p mut UuidBuffer) -> &'p str {
        let place = number as usize;
        let Some(start) = self.starts.get(place).copied() else { return "" };
        let end = self.starts.get(place + 1).map_or(self.bytes.len(), |next| (next & !IS_UUID) as usize);
        let bytes = self.bytes.get((start & !IS_UUID) as usize..end).unwrap_or_default();
        match <[u8; 16]>::try_from(bytes) {
            Ok(bytes) if start & IS_UUID != 0 => {
                room.fill(b'"');
                let (_, inner) = room.split_at_mut(1);
                Uuid::from_bytes(bytes).hyphenated().encode_lower(inner);
                std::str::from_utf8(room).unwrap_or_default()
            }
            _ => std::str::from_utf8(bytes).unwrap_or_default(),
        }
    }
}

/// The UUID of a token in the usual spelling.
fn uuid_of(token: &str) -> Option<Uuid> {
    let inner = token.strip_prefix('"')?.strip_suffix('"').filter(|_| token.len() == LENGTH)?;
    let uuid = Uuid::try_parse(inner).ok()?;
    let mut room = [0; LENGTH - 2];
    (uuid.hyphenated().encode_lower(&mut room) == inner).then_some(uuid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back() {
        let mut pool = Pool::default();
        let all = [
            "\"8d0e9a4e-4c0c-5f0b-9d11-0f6c5a3722c1\"",
            "\"\"",
            "\"8D0E9A4E-4c0c-5f0b-9d11-0f6c5a3722c1\"",
            "7",
            "\"0123456789abcdef\"",
            "\"{8d0e9a4e4c0c5f0b9d110f6c5a3722c1}xx\"",
            "\"00000000-0000-0000-0000-000000000000\"",
            "",
        ];
        let numbers: Vec<_> = all.iter().map(|text| pool.push(text).unwrap()).collect();
        for (number, text) in numbers.iter().zip(all) {
            assert_eq!(pool.get(*number, &mut [0; LENGTH]), text);
        }
        assert_eq!(pool.get(99, &mut [0; LENGTH]), "");
        pool.clear();
        assert_eq!(pool.push("\"a\""), Some(0));
    }
}
