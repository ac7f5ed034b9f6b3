//! UUIDs of version 5, which follow from a name.

use sha1::{Digest as _, Sha1};
use uuid::{Builder, Uuid};

/// The UUID of version 5 for a name, as RFC 9562 defines it.
///
/// A name may be a whole record, so this uses the SHA instructions of the processor. `Uuid::new_v5` does not.
#[must_use]
pub fn uuid_v5(namespace: &Uuid, name: &[u8]) -> Uuid {
    let digest: [u8; 20] = Sha1::new_with_prefix(namespace).chain_update(name).finalize().into();
    let [first @ .., _, _, _, _] = digest;
    Builder::from_sha1_bytes(first).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_rfc_9562() {
        let id = uuid_v5(&Uuid::NAMESPACE_DNS, b"www.example.com");
        assert_eq!(id.to_string(), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
    }
}
