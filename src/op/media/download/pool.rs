//! Threads that download announced files, in the order of the announcements.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::super::finder::{Blob, MediaBytes, MediaFinder, NotFound, shown};
use super::super::guard::{FetchPolicy, Url};
use super::cache::{DownloadCache, keep};
use super::fetch::Fetcher;
use crate::report::media;

/// Whether a run may use the network.
#[derive(Clone, Debug)]
pub enum DownloadMode {
    /// Hosts are contacted.
    Fetch(Box<Fetcher>),
    /// Only the cache is used; other files fail with this reason.
    Offline(&'static str),
    /// Nothing is downloaded: the requests that would be made are counted.
    Survey,
}

/// Counts of downloaded files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DownloadTotals {
    /// Distinct URLs.
    pub urls: u64,
    /// Of these: downloaded.
    pub fetched: u64,
    /// Of these: from the cache.
    pub cached: u64,
    /// Of these: failed.
    pub failed: u64,
    /// Downloaded bytes so far.
    pub bytes: u64,
}

/// The requests that would be made to a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The number of references to it.
    pub references: u64,
    /// Distinct URLs.
    pub urls: u64,
    /// Of these: in the cache.
    pub cached: u64,
    /// The bytes of those.
    pub cached_bytes: u64,
}

/// Finds the files of URLs.
#[derive(Debug)]
pub struct Downloads {
    shared: Arc<PoolShared>,
    threads: usize,
}

#[derive(Debug)]
struct PoolShared {
    mode: DownloadMode,
    policy: Arc<FetchPolicy>,
    cache: Option<DownloadCache>,
    /// The folder of files if there is no cache.
    spool: PathBuf,
    permits: Permits,
    state: Mutex<PoolState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct PoolState {
    /// URLs that are queued, by host.
    waiting: HashMap<String, VecDeque<Url>>,
    /// The hosts of these; the one with the latest request is last.
    order: VecDeque<String>,
    /// `None`: the download has begun.
    results: HashMap<Url, Option<Result<MediaBytes, NotFound>>>,
    totals: DownloadTotals,
    hosts: BTreeMap<String, Survey>,
    running: usize,
    idle: usize,
    is_over: bool,
}

/// The limit of parallel requests to one host.
#[derive(Debug)]
pub(super) struct Permits {
    most: usize,
    taken: Mutex<HashMap<String, usize>>,
    changed: Condvar,
}

pub(super) struct Permit<'p>(&'p Permits, String);

impl Permits {
    fn new(most: usize) -> Self {
        Self { most: most.max(1), taken: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until the host of a URL accepts another request.
    pub(super) fn take(&self, url: &Url) -> Permit<'_> {
        let host = url.host().to_string();
        let mut taken = lock(&self.taken);
        while taken.get(&host).is_some_and(|count| *count >= self.most) {
            taken = self.changed.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken.entry(host.clone()).or_default() += 1;
        Permit(self, host)
    }

    fn is_free(&self, host: &str) -> bool {
        lock(&self.taken).get(host).is_none_or(|count| *count < self.most)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut taken = lock(&self.0.taken);
        if let Some(count) = taken.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.1);
            }
        }
        self.0.changed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Downloads {
    /// At most `threads` downloads in parallel, and `per_host` at one host. `spool`: a folder that exists as long as
    /// this.
    #[must_use]
    pub fn new(
        mode: DownloadMode,
        policy: Arc<FetchPolicy>,
        cache: Option<DownloadCache>,
        spool: PathBuf,
        threads: usize,
        per_host: usize,
    ) -> Self {
        let shared = PoolShared {
            mode,
            policy,
            cache,
            spool,
            permits: Permits::new(per_host),
            state: Mutex::default(),
            changed: Condvar::new(),
        };
        Self { shared: Arc::new(shared), threads: threads.max(1) }
    }

    /// The counts so far.
    #[must_use]
    pub fn totals(&self) -> DownloadTotals {
        lock(&self.shared.state).totals
    }

    /// Reports the progress, from any thread.
    pub fn watch(&self) -> impl Fn() -> DownloadTotals + Send + 'static + use<> {
        let shared = Arc::clone(&self.shared);
        move || lock(&shared.state).totals
    }

    /// The hosts that would be contacted, by name.
    #[must_use]
    pub fn survey(&self) -> Vec<(String, Survey)> {
        lock(&self.shared.state).hosts.iter().map(|(host, survey)| (host.clone(), *survey)).collect()
    }

    /// The URL of a reference, whose download begins if it is new.
    fn want(&self, reference: &str) -> Result<Url, NotFound> {
        let judged = Url::parse(reference).map_err(str::to_owned).and_then(|url| {
            self.shared.policy.url(&url)?;
            Ok(url)
        });
        let url = judged.map_err(|why| NotFound::new(&media::REFUSED, format!("{}: {why}", shown(reference))))?;
        let mut state = lock(&self.shared.state);
        if !state.results.contains_key(&url) {
            state.results.insert(url.clone(), None);
            state.totals.urls += 1;
            let host = url.host().to_string();
            let waiting = state.waiting.entry(host.clone()).or_default();
            waiting.push_back(url.clone());
            if waiting.len() == 1 {
                state.order.push_back(host);
            }
            if state.idle == 0 && state.running < self.threads {
                state.running += 1;
                let shared = Arc::clone(&self.shared);
                std::thread::spawn(move || shared.work());
            }
            self.shared.changed.notify_all();
        }
        Ok(url)
    }
}

impl PoolState {
    /// The next URL whose host accepts another request.
    fn next(&mut self, permits: &Permits) -> Option<Url> {
        let at = self.order.iter().position(|host| permits.is_free(host))?;
        let host = self.order.remove(at)?;
        let waiting = self.waiting.get_mut(&host)?;
        let url = waiting.pop_front();
        if waiting.is_empty() {
            self.waiting.remove(&host);
        } else {
            self.order.push_back(host);
        }
        url
    }
}

impl Drop for Downloads {
    fn drop(&mut self) {
        lock(&self.shared.state).is_over = true;
        self.shared.changed.notify_all();
    }
}

impl MediaFinder for Downloads {
    fn is_slow(&self) -> bool {
        matches!(self.shared.mode, DownloadMode::Fetch(_))
    }

    fn begin(&self, reference: &str) {
        let _ = self.want(reference);
    }

    fn find(&self, reference: &str) -> Result<MediaBytes, NotFound> {
        let url = self.want(reference)?;
        let mut state = lock(&self.shared.state);
        if matches!(self.shared.mode, DownloadMode::Survey) {
            state.hosts.entry(url.site()).or_default().references += 1;
        }
        loop {
            if let Some(Some(result)) = state.results.get(&url) {
                return result.clone();
            }
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl PoolShared {
    /// The loop of a thread: it takes the next URL whose host has a free slot.
    fn work(&self) {
        let mut state = lock(&self.state);
        loop {
            if state.is_over {
                return;
            }
            let Some(url) = state.next(&self.permits) else {
                state.idle += 1;
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                continue;
            };
            drop(state);
            let result = self.settle(&url);
            state = lock(&self.state);
            state.results.insert(url, Some(result));
            self.changed.notify_all();
        }
    }

    fn settle(&self, url: &Url) -> Result<MediaBytes, NotFound> {
        let cached = self.cache.as_ref().and_then(|cache| cache.get(url));
        if matches!(self.mode, DownloadMode::Survey) {
            let size = cached.as_ref().map(|found| found.size);
            let mut state = lock(&self.state);
            let survey = state.hosts.entry(url.site()).or_default();
            survey.urls += 1;
            survey.cached += u64::from(size.is_some());
            survey.cached_bytes += size.unwrap_or(0);
            // No file is written, so it is never opened.
            let blob = Blob::File(PathBuf::new());
            let (media_type, size) = (String::new(), size.unwrap_or(0));
            return Ok(MediaBytes { media_type, size, blob, spelling: None, claim: None, warnings: Vec::new() });
        }
        if let Some(found) = cached {
            lock(&self.state).totals.cached += 1;
            return Ok(found);
        }
        let result = match &self.mode {
            DownloadMode::Offline(why) => {
                Err(NotFound::new(&media::NOT_FETCHED, format!("{}: {why}", shown(&url.to_string()))))
            }
            DownloadMode::Survey => Err(NotFound::new(&media::NOT_FETCHED, "nothing is fetched")),
            DownloadMode::Fetch(fetcher) => self.fetch(fetcher, url),
        };
        let mut state = lock(&self.state);
        match &result {
            Ok(_) => state.totals.fetched += 1,
            Err(_) => state.totals.failed += 1,
        }
        drop(state);
        result
    }

    fn fetch(&self, fetcher: &Fetcher, url: &Url) -> Result<MediaBytes, NotFound> {
        let folder = self.cache.as_ref().map_or_else(|| self.spool.clone(), DownloadCache::files);
        let count = |more| lock(&self.state).totals.bytes += more;
        let media = fetcher.fetch(url, &folder, &self.permits, &count)?;
        let kept = match &self.cache {
            Some(cache) => cache.put(url, media),
            None => keep(&self.spool, media),
        };
        kept.map_err(|error| {
            NotFound::new(&media::NOT_FETCHED, format!("{}: cannot keep it: {error}", shown(&url.to_string())))
        })
    }
}
