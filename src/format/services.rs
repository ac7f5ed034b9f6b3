//! The formats of chat services, whose requests and answers other programs log.

use super::Format;

/// Each of them; sorted, as all formats are.
pub(super) static SERVICES: &[&Format] = &[
    &super::anthropic::FORMAT,
    &super::bedrock::FORMAT,
    &super::gemini::FORMAT,
    &super::openai::FORMAT,
    &super::openai_responses::FORMAT,
];

#[cfg(test)]
mod tests {
    use super::SERVICES;
    use crate::format::FORMATS;

    #[test]
    fn the_services_are_those_of_all_formats() {
        let names = SERVICES.iter().map(|format| format.name);
        assert!(names.eq(FORMATS.iter().filter(|format| format.is_service()).map(|format| format.name)));
    }
}
