//! Leaves the unwind tables out of optimized programs for Linux. These end at a panic without unwinding (`panic = "abort"`), so
//! only backtraces would read the tables, and they are a sixteenth of the file.

use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |key: &str, value: &str| std::env::var(key).is_ok_and(|found| found == value);
    if let (true, true, Some(folder)) =
        (is("PROFILE", "release"), is("CARGO_CFG_TARGET_OS", "linux"), std::env::var_os("OUT_DIR"))
    {
        let script = Path::new(&folder).join("no-unwind-tables.ld");
        std::fs::write(&script, "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;\n")?;
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", script.display());
    }
    Ok(())
}
