//! Packs the pages of codes, which only `turnwise explain` shows, and leaves the unwind tables out of optimized programs for Linux.
//! These end at a panic without unwinding (`panic = "abort"`), so only backtraces would read the tables, and they are a sixteenth of
//! the file.

use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let Some(folder) = std::env::var_os("OUT_DIR") else { return Ok(()) };
    let folder = Path::new(&folder);
    pack_pages(&folder.join("codes.gz"))?;
    let is = |key: &str, value: &str| std::env::var(key).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        let script = folder.join("no-unwind-tables.ld");
        std::fs::write(&script, "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;\n")?;
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", script.display());
    }
    Ok(())
}

/// Writes all pages to one compressed file, each with a zero byte after it.
fn pack_pages(packed: &Path) -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=docs/codes");
    let mut pages = std::fs::read_dir("docs/codes")?
        .map(|page| page.map(|page| page.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    pages.retain(|page| page.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"TW")));
    pages.sort();
    let mut out = GzEncoder::new(std::fs::File::create(packed)?, Compression::best());
    for page in pages {
        out.write_all(&std::fs::read(page)?)?;
        out.write_all(b"\0")?;
    }
    out.finish().map(drop)
}
