//! Binary frames: their lines, and damage.

use super::*;

/// A frame with string headers.
fn frame(headers: &[(&str, &str)], payload: &str) -> Vec<u8> {
    let mut head = Vec::new();
    for (name, value) in headers {
        head.push(u8::try_from(name.len()).unwrap());
        head.extend(name.as_bytes());
        head.push(7);
        head.extend(u16::try_from(value.len()).unwrap().to_be_bytes());
        head.extend(value.as_bytes());
    }
    let mut all = u32::try_from(16 + head.len() + payload.len()).unwrap().to_be_bytes().to_vec();
    all.extend(u32::try_from(head.len()).unwrap().to_be_bytes());
    let crc = |bytes: &[u8]| u32::try_from(checksum(bytes)).unwrap().to_be_bytes();
    all.extend(crc(&all));
    all.extend(head);
    all.extend(payload.as_bytes());
    all.extend(crc(&all));
    all
}

fn lines(bytes: &[u8]) -> Vec<String> {
    let mut text = String::new();
    FrameLines::new(bytes).read_to_string(&mut text).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn two() -> Vec<u8> {
    let mut all = frame(&[(":event-type", "messageStart"), (":message-type", "event")], "{\"role\":\n\"assistant\"}");
    all.extend(frame(&[(":exception-type", "throttlingException")], r#"{"message":"slow"}"#));
    all
}

#[test]
fn frames_become_lines() {
    let all = two();
    assert!(is_event_stream(&all) && !is_event_stream(b"{\"a\":1}") && !is_event_stream(&[0; 64]));
    let expected = [r#"{"messageStart":{"role": "assistant"}}"#, r#"{"throttlingException":{"message":"slow"}}"#];
    assert_eq!(lines(&all), expected);
    let chunk =
        frame(&[(":event-type", "chunk")], &format!(r#"{{"bytes":"{}"}}"#, STANDARD.encode("{\"type\":\n\"ping\"}")));
    assert_eq!(lines(&chunk), [r#"{"type": "ping"}"#]);
    assert_eq!(lines(&frame(&[(":event-type", "x")], "")), [r#"{"x":{}}"#]);
}

#[test]
fn damage_is_noted_and_ends_nothing_before_it() {
    let (all, first) = (two(), lines(&two()).remove(0));
    for cut in 1..all.len() {
        let found = lines(&all[..cut]);
        let is_marked = found.last().is_some_and(|line| line.starts_with(DAMAGED) && line.contains("truncated"));
        let at_end = cut == all.len() || found == [first.clone()];
        assert!(is_marked || at_end, "{cut}: {found:?}");
    }
    for at in 0..all.len() {
        let mut other = all.clone();
        other[at] ^= 1;
        assert!(lines(&other).iter().any(|line| line.starts_with(DAMAGED)), "{at}");
    }
}
