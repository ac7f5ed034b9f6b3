//! Downloads one media file from its URL: follows redirects one by one, repeats failed attempts, limits and checks the
//! body.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use sha2::{Digest as _, Sha256};

use super::super::finder::{HEAD, NotFound, Types, huge, shown};
use super::super::guard::{FetchPolicy, Url, backoff, retry_after};
use super::pool::Permits;
use super::wire::{Asked, Response, Wire, WireError};
use crate::report::{Code, media};
use crate::rule::sniff;
use crate::stream::ScratchFile;

/// The limits for one media file.
#[derive(Clone, Copy, Debug)]
pub struct FetchLimits {
    /// The maximum number of bytes.
    pub max_bytes: u64,
    /// The maximum number of redirects.
    pub redirects: u32,
    /// The maximum number of attempts.
    pub tries: u32,
    /// The time limit for one attempt.
    pub time: Duration,
    /// The interval in which at least [`Self::SLOWEST`] bytes a second must arrive.
    pub patience: Duration,
}

impl FetchLimits {
    /// The minimum number of bytes per second.
    pub const SLOWEST: u64 = 1024;
    /// The maximum delay that a host may request.
    const LONGEST_WAIT: Duration = Duration::from_secs(30);
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            max_bytes: 20 << 20,
            redirects: 5,
            tries: 3,
            time: Duration::from_mins(1),
            patience: Duration::from_secs(20),
        }
    }
}

/// Downloads media files.
#[derive(Clone, Debug)]
pub struct Fetcher {
    /// The HTTP client.
    pub wire: Arc<dyn Wire>,
    /// The allowed hosts.
    pub policy: Arc<FetchPolicy>,
    /// The limits for one media file.
    pub limits: FetchLimits,
    /// The accepted media types.
    pub types: Types,
}

/// A downloaded media file.
#[derive(Debug)]
pub(super) struct Fetched {
    pub(super) hash: [u8; 32],
    pub(super) size: u64,
    pub(super) media_type: &'static str,
    pub(super) warnings: Vec<(&'static Code, String)>,
    pub(super) file: ScratchFile,
}

/// The reason why an attempt failed.
enum FetchFailure {
    For(NotFound),
    /// Another attempt may succeed, after this delay if the host requested one.
    Now(String, Option<Duration>),
}

impl Fetcher {
    fn accept(&self) -> &'static str {
        let Types { images, audio, video, pdf, text } = self.types;
        if images && !audio && !video && !pdf && !text { "image/*" } else { "*/*" }
    }

    /// Downloads one URL into a new file in `folder`. `count` is called with the number of bytes as they arrive.
    pub(super) fn fetch(
        &self,
        url: &Url,
        folder: &Path,
        permits: &Permits,
        count: &dyn Fn(u64),
    ) -> Result<Fetched, NotFound> {
        let mut tries = 0;
        loop {
            let (why, wanted) = match self.follow(url, folder, permits, count) {
                Ok(fetched) => return Ok(fetched),
                Err(FetchFailure::For(reason)) => return Err(reason),
                Err(FetchFailure::Now(why, wanted)) => (why, wanted),
            };
            tries += 1;
            let fail =
                |why: String| Err(NotFound::new(&media::NOT_FETCHED, format!("{}: {why}", shown(&url.to_string()))));
            if let Some(wanted) = wanted.filter(|wanted| *wanted > FetchLimits::LONGEST_WAIT) {
                return fail(format!("{why}; the host wants to be left alone for {} s", wanted.as_secs()));
            }
            if tries >= self.limits.tries.max(1) {
                return fail(if tries > 1 { format!("{why} ({tries} tries)") } else { why });
            }
            std::thread::sleep(wanted.unwrap_or_else(|| backoff(tries - 1, noise())));
        }
    }

    /// One attempt, with all its redirects.
    fn follow(
        &self,
        first: &Url,
        folder: &Path,
        permits: &Permits,
        count: &dyn Fn(u64),
    ) -> Result<Fetched, FetchFailure> {
        let start = Instant::now();
        let mut url = first.clone();
        let name = || shown(&first.to_string());
        let refuse = |code, why: String| FetchFailure::For(NotFound::new(code, format!("{}: {why}", name())));
        for _ in 0..=self.limits.redirects {
            // No other request to this host is made while it has its maximum of parallel requests.
            let _permit = permits.take(&url);
            let left = self.limits.time.saturating_sub(start.elapsed());
            let answer =
                self.wire.get(&url, &Asked { accept: self.accept(), time: left }).map_err(|error| match error {
                    WireError::Refused(why) => refuse(&media::REFUSED, why),
                    WireError::Lasting(why) => refuse(&media::NOT_FETCHED, why),
                    WireError::Passing(why) => FetchFailure::Now(why, None),
                })?;
            match answer.status {
                200 => return self.take(answer, folder, count, &name),
                301 | 302 | 303 | 307 | 308 => {
                    let Some(location) = &answer.location else {
                        return Err(refuse(&media::NOT_FETCHED, format!("status {} without a place", answer.status)));
                    };
                    url = self
                        .policy
                        .redirect(&url, location)
                        .map_err(|why| refuse(&media::REFUSED, format!("redirected to {}: {why}", shown(location))))?;
                }
                408 | 429 | 500 | 502 | 503 | 504 => {
                    let wanted = answer.retry_after.as_deref().and_then(|text| retry_after(text, SystemTime::now()));
                    return Err(FetchFailure::Now(format!("status {}", answer.status), wanted));
                }
                status => return Err(refuse(&media::NOT_FETCHED, format!("status {status}"))),
            }
        }
        Err(refuse(&media::NOT_FETCHED, format!("more than {} redirects", self.limits.redirects)))
    }

    /// Reads the body of an answer.
    fn take(
        &self,
        mut answer: Response,
        folder: &Path,
        count: &dyn Fn(u64),
        name: &dyn Fn() -> String,
    ) -> Result<Fetched, FetchFailure> {
        let refuse = |code, why: String| FetchFailure::For(NotFound::new(code, format!("{}: {why}", name())));
        if let Some(encoding) = answer.content_encoding.as_deref().filter(|it| !it.eq_ignore_ascii_case("identity")) {
            let shown: String = encoding.chars().take(20).collect();
            return Err(refuse(&media::NOT_FETCHED, format!("it comes encoded as `{shown}`, which was not requested")));
        }
        let too_large = || refuse(&media::TOO_LARGE, format!("more than {} bytes", self.limits.max_bytes));
        if answer.length.is_some_and(|length| length > self.limits.max_bytes) {
            return Err(too_large());
        }
        let failed = |error: io::Error| refuse(&media::NOT_FETCHED, format!("cannot keep it: {error}"));
        let mut file = ScratchFile::new(folder).map_err(failed)?;
        let (mut hasher, mut head, mut size) = (Sha256::new(), Vec::new(), 0_u64);
        let mut block = vec![0; 64 * 1024];
        let mut window = (Instant::now(), 0_u64);
        loop {
            let length = match answer.body.read(&mut block) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(refuse(&media::NOT_FETCHED, format!("the answer broke off: {error}"))),
            };
            let bytes = block.get(..length).unwrap_or_default();
            size += length as u64;
            if size > self.limits.max_bytes {
                return Err(too_large());
            }
            let missing = HEAD.saturating_sub(head.len() as u64);
            head.extend_from_slice(bytes.get(..usize::try_from(missing).unwrap_or(0)).unwrap_or(bytes));
            hasher.update(bytes);
            file.file().and_then(|file| file.write_all(bytes)).map_err(failed)?;
            count(length as u64);
            window.1 += length as u64;
            if window.0.elapsed() >= self.limits.patience {
                if window.1 < FetchLimits::SLOWEST.saturating_mul(self.limits.patience.as_secs().max(1)) {
                    return Err(refuse(&media::NOT_FETCHED, "it comes too slowly".to_owned()));
                }
                window = (Instant::now(), 0);
            }
        }
        if answer.length.is_some_and(|length| length != size) {
            return Err(refuse(&media::NOT_FETCHED, "the answer broke off".to_owned()));
        }
        let media_type =
            self.types.judge(&head).map_err(|what| refuse(&media::TYPE_REFUSED, format!("the bytes are {what}")))?;
        let declared = answer.content_type.as_deref().filter(|declared| !sniff::agrees(declared, media_type));
        let differs = declared.map(|declared| {
            let declared: String = declared.chars().take(60).collect();
            (&media::TYPE_DIFFERS, format!("{}: the host says `{declared}`, but the bytes are {media_type}", name()))
        });
        let warnings = differs.into_iter().chain(huge(&head, name)).collect();
        Ok(Fetched { hash: hasher.finalize().into(), size, media_type, warnings, file })
    }
}

/// A number that differs from run to run.
fn noise() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(0)
}
