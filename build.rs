//! Packs the pages of codes and the schemas of outputs, which only `turnwise explain` and `turnwise schema` show, and leaves the unwind tables out of optimized programs for Linux.
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
    pack("docs/codes", "TW", &folder.join("codes.gz"))?;
    pack("docs/schemas", "", &folder.join("schemas.gz"))?;
    let is = |key: &str, value: &str| std::env::var(key).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        let script = folder.join("no-unwind-tables.ld");
        std::fs::write(&script, "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;\n")?;
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", script.display());
    }
    Ok(())
}

/// Writes the files of a folder whose names begin in this way to one compressed file, in the order of their names, each with a zero
/// byte after it.
fn pack(folder: &str, beginning: &str, packed: &Path) -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={folder}");
    let mut files =
        std::fs::read_dir(folder)?.map(|file| file.map(|file| file.path())).collect::<std::io::Result<Vec<_>>>()?;
    files.retain(|file| file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(beginning.as_bytes())));
    files.sort();
    let mut out = GzEncoder::new(std::fs::File::create(packed)?, Compression::best());
    for file in files {
        out.write_all(&std::fs::read(file)?)?;
        out.write_all(b"\0")?;
    }
    out.finish().map(drop)
}
