//! Characters that command a terminal, turn text around or cannot be seen: ESC, U+009B, U+202E, U+200B.

/// True for a character that does something to the text around it, or hides.
#[must_use]
pub fn is_harmful(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
            // Of no width, or blank with a width.
            | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
            | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}')
}

/// Adds the character as an escape of JSON: `\u202e`.
pub fn push_json_escape(out: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        out.push_str(&format!("\\u{unit:04x}"));
    }
}
