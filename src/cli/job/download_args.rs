//! How media files are downloaded, for `inline-media` and `convert --inline-media`.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use turnwise::op::media::guard::{AllowedHost, FetchPolicy};
use turnwise::op::media::{DownloadMode, FetchLimits, Types};

use crate::cli::config_media::{MediaConfig, PER_HOST, REDIRECTS, RETRIES, TIMEOUT};

/// How media files are downloaded: from which hosts, how often and how long, and through which proxy.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct DownloadArgs {
    /// Allow a host whose address or port is not public (repeatable)
    #[arg(long, value_name = "HOST[:PORT]")]
    allow_host: Vec<AllowedHost>,
    /// Allow hosts in private networks, except cloud metadata services
    #[arg(long)]
    allow_private_hosts: bool,
    /// Maximum number of redirects [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=50))]
    max_redirects: Option<u32>,
    /// Timeout of one download attempt in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: Option<u64>,
    /// Number of attempts per media file [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    retries: Option<u32>,
    /// Maximum number of parallel downloads per host [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs_per_host: Option<u16>,
    /// Download through this proxy, which then decides about addresses [default: none, even if set in the environment]
    #[arg(long, value_name = "URL")]
    proxy: Option<String>,
    /// Download through the proxy set in the environment
    #[arg(long, conflicts_with = "proxy")]
    proxy_from_env: bool,
}

impl DownloadArgs {
    /// The options, with the limits of the settings where the command line has none.
    pub(super) fn with(mut self, config: &MediaConfig) -> Self {
        set_missing(&mut self.max_redirects, config.max_redirects);
        set_missing(&mut self.timeout, config.timeout);
        set_missing(&mut self.retries, config.retries);
        set_missing(&mut self.jobs_per_host, config.jobs_per_host);
        self
    }

    /// The allowed hosts.
    pub(super) fn policy(&self) -> FetchPolicy {
        FetchPolicy { allowed: self.allow_host.clone(), allows_private: self.allow_private_hosts }
    }

    /// The limits of one download. `max_bytes`: the maximum size of a media file.
    pub(super) fn limits(&self, max_bytes: u64) -> FetchLimits {
        let timeout = self.timeout.unwrap_or(TIMEOUT);
        FetchLimits {
            max_bytes,
            redirects: self.max_redirects.unwrap_or(REDIRECTS),
            tries: self.retries.unwrap_or(RETRIES),
            time: Duration::from_secs(timeout),
            patience: Duration::from_secs((timeout / 3).clamp(1, 20)),
        }
    }

    /// The maximum number of parallel downloads from one host.
    pub(super) fn per_host(&self) -> usize {
        usize::from(self.jobs_per_host.unwrap_or(PER_HOST))
    }

    /// Downloads from the network.
    #[cfg(feature = "network")]
    pub(super) fn network(
        &self,
        policy: &Arc<FetchPolicy>,
        limits: FetchLimits,
        types: Types,
    ) -> anyhow::Result<DownloadMode> {
        use anyhow::Context as _;

        use crate::cli::connections::World;
        let proxy = match &self.proxy {
            Some(url) => Some(ureq::Proxy::new(url).with_context(|| format!("--proxy {url}"))?),
            None if self.proxy_from_env => ureq::Proxy::try_from_env(),
            None => None,
        };
        if self.proxy_from_env && proxy.is_none() {
            bail!("--proxy-from-env: the environment names no proxy");
        }
        let wire = Arc::new(World::new(Arc::clone(policy), limits.time, proxy));
        Ok(DownloadMode::Fetch(Box::new(turnwise::op::media::Fetcher {
            wire,
            policy: Arc::clone(policy),
            limits,
            types,
        })))
    }

    #[cfg(not(feature = "network"))]
    pub(super) fn network(&self, _: &Arc<FetchPolicy>, _: FetchLimits, _: Types) -> anyhow::Result<DownloadMode> {
        if self.proxy.is_some() || self.proxy_from_env {
            bail!("this build fetches nothing");
        }
        Ok(DownloadMode::Offline("this build fetches nothing"))
    }
}

/// Sets a limit that the command line does not set. A limit of the settings is at most the default, so it fits its type.
pub(super) fn set_missing<T: TryFrom<u64>>(limit: &mut Option<T>, setting: Option<impl Into<u64>>) {
    if limit.is_none() {
        *limit = setting.and_then(|setting| T::try_from(setting.into()).ok());
    }
}
