//! Rules of Anthropic, Gemini and Bedrock, and what conversion does about them: `services.txt`.

#[test]
fn services() {
    super::script::run("services.txt");
}
