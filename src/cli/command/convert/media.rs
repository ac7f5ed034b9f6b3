//! `convert --inline-media`

use std::sync::Arc;

use anyhow::bail;
use turnwise::op::Outcome;
use turnwise::op::media::DownloadMode;
use turnwise::op::media::Embedding;

use super::Args;
use crate::cli::config_search::config_for;
use crate::cli::exit::Exit;
use crate::cli::job::files::InputFile;
use crate::cli::job::media_job;
use crate::cli::job::media_sources::{OpenedSources, SourceArgs};
use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// The sources of media files during a run.
pub(super) struct MediaAccess {
    opened: OpenedSources,
    sources: SourceArgs,
    is_dry: bool,
}

impl MediaAccess {
    /// Opens the sources. All inputs share them, so the settings of the first one apply.
    pub(super) fn open(
        args: &Args,
        files: &[InputFile],
        is_dry: bool,
        terminal: &Terminal,
    ) -> anyhow::Result<Option<Self>> {
        if !args.media.inline_media {
            // An option without effect is probably a mistake.
            if args.media.sources.are_set(terminal)? {
                bail!("options for media files have no effect without --inline-media; add it, or leave them out");
            }
            return Ok(None);
        }
        let dry = is_dry.then_some(DownloadMode::Offline("a dry run fetches nothing"));
        let config = config_for(files.first().and_then(InputFile::place), terminal)?;
        let sources = args.media.sources.clone().with(&config.media);
        let opened = sources.open(dry, args.task.work.jobs)?;
        Ok(Some(Self { opened, sources, is_dry }))
    }

    pub(super) fn embedding(&mut self) -> Embedding {
        Embedding {
            finder: Arc::new(self.opened.sources()),
            max_total: self.sources.max_total(),
            fails: self.sources.fails(),
        }
    }

    /// Reports the downloads, and whether all media files are embedded.
    pub(super) fn end(&self, total: &Outcome, terminal: &Terminal) -> Exit {
        if !terminal.is_quiet && !self.is_dry {
            self.opened.tell(false);
            media_job::counts(total, terminal);
        }
        let failures = total.report.total(media_job::is_failure);
        if failures == 0 {
            return Exit::Done;
        }
        terminal.conclude_with(&format!("{} not embedded", text::count(failures, "media file")));
        Exit::No
    }
}
