//! Addresses, `data:` URLs and archives.

use std::net::{IpAddr, SocketAddr};

use turnwise::op::media::guard::{FetchPolicy, Host, Url};
use turnwise::stream::{Source, SourceOptions, zip_members};
use turnwise::{Convert, Media, Part, Validate, validate};

/// An address that is fetched reads the same when it is written, and is not private.
pub fn addresses(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (first, location) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(url) = Url::parse(first) else { return };
    let again = Url::parse(&url.to_string()).expect("a URL that was written can be read");
    assert_eq!(again.to_string(), url.to_string());
    let policy = FetchPolicy::default();
    if policy.url(&url).is_ok()
        && let Host::Address(address) = url.host()
    {
        assert!(!is_private(*address), "{url} is private");
        assert!(policy.address(&url, SocketAddr::new(*address, url.port())).is_ok());
    }
    if let Ok(next) = policy.redirect(&url, location) {
        assert!(policy.url(&next).is_ok(), "{next} is not fetched");
        assert!(!url.is_https() || next.is_https(), "{next} is not encrypted");
    }
}

/// Addresses of a machine or a network by itself, as the standard library knows them.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(it) => it.is_loopback() || it.is_private() || it.is_link_local() || it.is_unspecified(),
        IpAddr::V6(it) => {
            it.is_loopback()
                || it.is_unspecified()
                || it.is_unique_local()
                || it.to_ipv4_mapped().is_some_and(|it| is_private(it.into()))
        }
    }
}

/// An address in a conversation ends no conversion, and what is written can be read.
pub fn data_urls(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let url = serde_json::to_string(text).expect("a string is JSON");
    let image = format!(r#"{{"type":"image_url","image_url":{{"url":{url}}}}}"#);
    let chat = format!(r#"{{"messages":[{{"role":"user","content":[{image}]}}]}}"#);
    let _ = validate(&chat, &Validate::new().from("openai"));
    for to in ["anthropic", "gemini", "bedrock", "openai-responses"] {
        let Ok(converted) = Convert::new(to).from("openai").run(&chat) else { continue };
        let read = turnwise::Conversation::read_all(&converted.bytes, to).expect("what is written can be read");
        let parts = || read.iter().flat_map(|it| &it.messages).flat_map(|it| &it.parts);
        let is_media = |part: &Part| matches!(part, Part::Media(Media { .. }));
        assert!(!converted.losses.is_empty() || parts().any(is_media), "the image vanished in {to}");
    }
}

/// An archive gives the files that it lists, and not more than the limit.
pub fn archives(data: &[u8]) {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), data).expect("a temporary file can be written");
    let Ok(listing) = zip_members(file.path()) else { return };
    let options = SourceOptions { max_expansion: 2, ..SourceOptions::default() };
    for member in listing.members.iter().take(8) {
        assert!(!member.path.is_absolute() && !member.path.components().any(|it| it.as_os_str() == ".."));
        let Ok(mut source) = Source::open_zip_member(file.path(), member, options) else { continue };
        let mut start = [0; 4096];
        let _ = source.read(&mut start);
    }
}
