//! Keeps the program small.
//!
//! - The completion scripts and manual pages are packed: as they are, they would be half a megabyte of it.
//! - A release has no tables for unwinding: it ends at a panic, and nobody walks its stack. They would be another 0.7 MB.

use std::fmt::Write as _;
use std::io::{Result, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<()> {
    let out = std::env::var_os("OUT_DIR").map(std::path::PathBuf::from).unwrap_or_default();
    leave_out_unwinding(&out)?;
    pack_texts(&out)
}

/// For the linkers that come with Linux (GNU ld, lld). Who chose another one gets the larger program.
fn leave_out_unwinding(out: &Path) -> Result<()> {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_usual =
        std::env::var_os("RUSTC_LINKER").is_none() && !["linker", "fuse-ld"].iter().any(|flag| flags.contains(flag));
    if is_usual && is("CARGO_CFG_TARGET_OS", "linux") && is("PROFILE", "release") {
        let script = out.join("no-unwinding.ld");
        std::fs::write(&script, "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame_hdr) } }\nINSERT AFTER .text;\n")?;
        println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr,-T,{}", script.display());
    }
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    Ok(())
}

fn pack_texts(out: &Path) -> Result<()> {
    let mut list = String::from("&[\n");
    for folder in ["completions", "man"] {
        println!("cargo::rerun-if-changed={folder}");
        let mut files = std::fs::read_dir(folder)?.collect::<Result<Vec<_>>>()?;
        files.sort_by_key(std::fs::DirEntry::file_name);
        for file in files {
            let name = file.file_name().to_string_lossy().into_owned();
            let packed = out.join(format!("{name}.gz"));
            pack(&file.path(), &packed)?;
            writeln!(list, "    ({name:?}, include_bytes!({:?})),", packed.display().to_string())
                .map_err(std::io::Error::other)?;
        }
    }
    list.push(']');
    std::fs::write(out.join("texts.rs"), list)
}

fn pack(from: &Path, to: &Path) -> Result<()> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&std::fs::read(from)?)?;
    std::fs::write(to, gzip.finish()?)
}
