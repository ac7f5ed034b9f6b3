//! Packs the completion scripts and manual pages, which are part of the program: as they are, they would be half a megabyte
//! of it.

use std::fmt::Write as _;
use std::io::{Result, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<()> {
    let out = std::env::var_os("OUT_DIR").map(std::path::PathBuf::from).unwrap_or_default();
    let mut list = String::from("&[\n");
    for folder in ["completions", "man"] {
        println!("cargo::rerun-if-changed={folder}");
        let mut files = std::fs::read_dir(folder)?.collect::<Result<Vec<_>>>()?;
        files.sort_by_key(std::fs::DirEntry::file_name);
        for file in files {
            let name = file.file_name().to_string_lossy().into_owned();
            let packed = out.join(format!("{name}.gz"));
            pack(&file.path(), &packed)?;
            writeln!(list, "    ({name:?}, include_bytes!({packed:?})),").map_err(std::io::Error::other)?;
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
