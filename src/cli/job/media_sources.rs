//! The sources of media files for `inline-media` and `convert --inline-media`.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::{Args as _, ValueEnum};
use turnwise::op::media::{DownloadCache, DownloadMode, Downloads, LocalFiles, Root, Sources, Types};
use turnwise::stream::Scratch;

use super::download_args::{DownloadArgs, set_missing};
use crate::cli::args::parse_bytes;
use crate::cli::config_media::{ITEM_BYTES, MediaConfig, TOTAL_BYTES};
use crate::cli::print::text::{bytes, count};
use crate::cli::signals;
use crate::cli::terminal::{Terminal, line};

/// The sources of media files.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct SourceArgs {
    /// Embed files below this folder; references are relative to it
    #[arg(long = "media-dir", alias = "media-root", value_name = "DIR")]
    pub(crate) media_root: Option<PathBuf>,
    /// Cache downloads in this folder
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Download nothing: embed only files and cached downloads
    #[arg(long)]
    offline: bool,
    /// Types to embed; a file's type is detected from its first bytes
    #[arg(long, value_name = "TYPE", value_delimiter = ',', default_value = "image")]
    allow_type: Vec<TypeArg>,
    /// Maximum size of a media file in bytes, with an optional suffix K, M or G [default: 20M]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    max_item_bytes: Option<usize>,
    /// Maximum size of all media files of a conversation, in bytes [default: 256M]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    max_total_bytes: Option<usize>,
    /// What to do if a media file cannot be read or downloaded
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    on_media_error: OnMediaErrorArg,
    /// Stop if more media files than this fail [default: no limit]
    #[arg(long, alias = "max-failures", value_name = "N")]
    pub(crate) max_media_errors: Option<u64>,
    #[command(flatten)]
    downloads: DownloadArgs,
    /// The settings forbid downloads.
    #[arg(skip)]
    is_offline_by_settings: bool,
}

/// The media types that may be embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TypeArg {
    /// PNG, JPEG, GIF, WebP
    Image,
    /// MP3, WAV, OGG, FLAC
    Audio,
    /// MP4
    Video,
    /// PDF
    Pdf,
    /// Plain text
    Text,
}

/// What to do if a media file cannot be read or downloaded
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnMediaErrorArg {
    /// Keep its reference; the exit code is 1
    Keep,
    /// Treat its record as a failed record; see --on-error
    Fail,
}

/// The number of parallel downloads.
const THREADS: usize = 16;

/// The sources of media files during a run.
#[derive(Debug)]
pub(crate) struct OpenedSources {
    files: Option<LocalFiles>,
    pub(crate) downloads: Arc<Downloads>,
    /// Hosts are contacted.
    pub(crate) is_fetching: bool,
    _spool: Option<Scratch>,
}

impl SourceArgs {
    /// Warns about download options that have no effect.
    pub(crate) fn warn(&self, terminal: &Terminal) {
        for option in ["proxy", "proxy_from_env", "timeout", "retries", "jobs_per_host", "max_redirects"] {
            terminal.no_effect(option, self.offline, "with --offline");
        }
    }

    pub(crate) fn fails(&self) -> bool {
        self.on_media_error == OnMediaErrorArg::Fail
    }

    /// The options, with the limits of the settings where the command line has none.
    pub(crate) fn with(mut self, config: &MediaConfig) -> Self {
        self.is_offline_by_settings = config.offline && !self.offline;
        set_missing(&mut self.max_item_bytes, config.max_item_bytes);
        set_missing(&mut self.max_total_bytes, config.max_total_bytes);
        set_missing(&mut self.max_media_errors, config.max_media_errors);
        self.downloads = self.downloads.with(config);
        self
    }

    fn max_item(&self) -> u64 {
        self.max_item_bytes.unwrap_or(ITEM_BYTES) as u64
    }

    pub(crate) fn max_total(&self) -> u64 {
        self.max_total_bytes.unwrap_or(TOTAL_BYTES) as u64
    }

    fn types(&self) -> Types {
        let has = |wanted| self.allow_type.contains(&wanted);
        Types {
            images: has(TypeArg::Image),
            audio: has(TypeArg::Audio),
            video: has(TypeArg::Video),
            pdf: has(TypeArg::Pdf),
            text: has(TypeArg::Text),
        }
    }

    /// True if the command line sets an option to another value than its default.
    pub(crate) fn are_set(&self, terminal: &Terminal) -> anyhow::Result<bool> {
        #[derive(clap::Parser)]
        struct Only {
            #[command(flatten)]
            sources: SourceArgs,
        }
        // The group of these options is empty: clap does not fill groups that contain others.
        let command = Self::augment_args(clap::Command::new("turnwise"));
        if !command.get_arguments().any(|arg| terminal.is_given(arg.get_id().as_str())) {
            return Ok(false);
        }
        let usual = <Only as clap::Parser>::try_parse_from(["turnwise"])?.sources;
        Ok(format!("{self:?}") != format!("{usual:?}"))
    }

    /// Opens folders, but no connections. `dry`: the replacement for downloads if nothing is written.
    pub(crate) fn open(&self, dry: Option<DownloadMode>, jobs: Option<u16>) -> anyhow::Result<OpenedSources> {
        let types = self.types();
        let root = self.media_root.as_ref();
        let root = root.map(|path| Root::open(path).with_context(|| format!("--media-dir {}", path.display())));
        let files = root.transpose()?.map(|root| LocalFiles::new(root, types, self.max_item()));
        let cache = match &self.cache {
            // A dry run creates no folder either.
            Some(path) if dry.is_some() && !path.exists() => None,
            Some(path) => Some(DownloadCache::open(path).with_context(|| format!("--cache {}", path.display()))?),
            None => None,
        };
        let policy = Arc::new(self.downloads.policy());
        let mode = if let Some(mode) = dry {
            mode
        } else if self.offline {
            DownloadMode::Offline("it is not in the cache, and --offline fetches nothing")
        } else if self.is_offline_by_settings {
            DownloadMode::Offline("it is not in the cache, and `offline` of turnwise.toml forbids downloads")
        } else {
            self.downloads.network(&policy, self.downloads.limits(self.max_item()), types)?
        };
        let is_fetching = matches!(mode, DownloadMode::Fetch(_));
        signals::watch();
        let spool = (is_fetching && cache.is_none()).then(Scratch::new).transpose().context("no folder for media")?;
        let folder = spool.as_ref().map(|spool| spool.path().to_owned()).unwrap_or_default();
        let threads = jobs.map_or(THREADS, usize::from);
        let downloads = Arc::new(Downloads::new(mode, policy, cache, folder, threads, self.downloads.per_host()));
        Ok(OpenedSources { files, downloads, is_fetching, _spool: spool })
    }
}

impl OpenedSources {
    /// All sources together.
    pub(crate) fn sources(&mut self) -> Sources {
        Sources { files: self.files.take(), network: Some(Arc::<Downloads>::clone(&self.downloads)) }
    }

    /// Reports the downloads, or those that would be made.
    pub(crate) fn tell(&self, is_dry: bool) {
        if is_dry {
            for (host, survey) in self.downloads.survey() {
                let known = match survey.cached {
                    0 => String::new(),
                    cached => format!(", {cached} of them in the cache ({})", bytes(survey.cached_bytes)),
                };
                let host = crate::cli::terminal::clean(&host);
                let (references, urls) = (count(survey.references, "reference"), count(survey.urls, "URL"));
                line(&format!("turnwise: {host}: {references} to {urls}{known}"));
            }
            return;
        }
        let totals = self.downloads.totals();
        if totals.urls > 0 {
            line(&format!(
                "turnwise: {}: {} fetched ({}), {} from the cache, {} failed",
                count(totals.urls, "URL"),
                totals.fetched,
                bytes(totals.bytes),
                totals.cached,
                totals.failed,
            ));
        }
    }
}
