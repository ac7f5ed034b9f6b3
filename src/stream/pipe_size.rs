//! The size of pipes. Linux gives a pipe 64 KiB: a program that writes a batch waits for its reader several times, and each time
//! both are switched (a fifth of the CPU time of a conversion).

/// The size of enlarged pipes. Larger ones are not faster.
#[cfg(target_os = "linux")]
const WANTED: usize = 256 * 1024;

/// Enlarges a pipe to 256 KiB. Does nothing if it is larger, if the user has too many of that size, or if this is no pipe.
#[cfg(target_os = "linux")]
pub fn enlarge_pipe<S: std::os::fd::AsFd>(stream: &S) {
    if rustix::pipe::fcntl_getpipe_size(stream).is_ok_and(|size| size < WANTED) {
        // It works with the usual size, too.
        let _ = rustix::pipe::fcntl_setpipe_size(stream, WANTED);
    }
}

/// Other systems have no call for it.
#[cfg(not(target_os = "linux"))]
pub fn enlarge_pipe<S>(_stream: &S) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn small_pipes_are_enlarged_and_large_ones_and_files_stay() {
        let (reader, writer) = std::io::pipe().unwrap();
        let size = || rustix::pipe::fcntl_getpipe_size(&reader).unwrap();
        assert!(size() < WANTED);
        enlarge_pipe(&writer);
        assert_eq!(size(), WANTED);
        rustix::pipe::fcntl_setpipe_size(&writer, 2 * WANTED).unwrap();
        enlarge_pipe(&writer);
        assert_eq!(size(), 2 * WANTED);
        enlarge_pipe(&tempfile::tempfile().unwrap());
    }
}
