//! Messages that name the reason, and advice that works.

#[test]
fn messages() {
    super::script::run("messages.txt");
}
