//! Waits for what another process does in a folder, told by the system: no clock, and no looking again and again.

use std::mem::MaybeUninit;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};

/// What happens to the files of a folder: the kind of event, and the name of the file.
pub(crate) struct Watch(Receiver<(ReadFlags, String)>);

impl Watch {
    /// From now on.
    pub(crate) fn on(folder: &Path) -> Self {
        let (tell, told) = channel();
        let queue = inotify::init(CreateFlags::CLOEXEC).unwrap();
        let wanted = WatchFlags::CREATE | WatchFlags::MODIFY | WatchFlags::MOVED_TO;
        inotify::add_watch(&queue, folder, wanted).unwrap();
        std::thread::spawn(move || {
            let mut buffer = [MaybeUninit::uninit(); 4096];
            let mut reader = Reader::new(queue, &mut buffer);
            while let Ok(event) = reader.next() {
                let name = event.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if event.events().contains(ReadFlags::IGNORED) || tell.send((event.events(), name)).is_err() {
                    break;
                }
            }
        });
        Self(told)
    }

    /// Waits until this happened to a file whose name is `name`, or begins with it, this number of times.
    pub(crate) fn wait(&self, what: ReadFlags, name: &str, times: usize) {
        for _ in 0..times {
            // What never happens fails the test instead of hanging it.
            let next = || self.0.recv_timeout(Duration::from_mins(1)).expect("it never happened");
            while !{
                let (events, file) = next();
                events.contains(what) && file.starts_with(name)
            } {}
        }
    }
}
