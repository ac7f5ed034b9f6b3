//! `inline-media` against a server that does everything wrong, on this machine alone: what each behaviour comes to, how
//! often it is asked, and what is never asked.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use base64::Engine as _;

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn png() -> Vec<u8> {
    base64::engine::general_purpose::STANDARD.decode(PNG).unwrap()
}

/// What a server saw.
#[derive(Default)]
struct Seen {
    /// The requests: path, head.
    requests: Mutex<Vec<(String, String)>>,
    came: Condvar,
    /// Connections that are not done.
    open: Mutex<usize>,
    closed: Condvar,
    /// Requests that wait for their answer, and the most of them there ever were.
    active: AtomicUsize,
    most: AtomicUsize,
}

struct Server {
    port: u16,
    seen: Arc<Seen>,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Seen::default());
        let own = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().take(1000) {
                let seen = Arc::clone(&own);
                *seen.open.lock().unwrap() += 1;
                std::thread::spawn(move || {
                    // Whoever is answered may go away at any time.
                    let _ = answer(stream.unwrap(), &seen);
                    *seen.open.lock().unwrap() -= 1;
                    seen.closed.notify_all();
                });
            }
        });
        Self { port, seen }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn count(&self, path: &str) -> usize {
        self.seen.requests.lock().unwrap().iter().filter(|(known, _)| known == path).count()
    }

    /// Waits until this number of different paths was requested.
    fn wait_for(&self, paths: usize) {
        let few = |requests: &mut Vec<(String, String)>| {
            requests.iter().map(|(path, _)| path).collect::<std::collections::HashSet<_>>().len() < paths
        };
        drop(self.seen.came.wait_while(self.seen.requests.lock().unwrap(), few).unwrap());
    }

    /// Waits until everything that was asked so far is known and answered.
    fn settle(&self) {
        // Connections are accepted in their order: the others are there when this one is answered.
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(b"GET /good HTTP/1.1\r\n\r\n").unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap();
        drop(self.seen.closed.wait_while(self.seen.open.lock().unwrap(), |open| *open > 0).unwrap());
    }

    fn counts(&self) -> HashMap<String, usize> {
        let mut counts = HashMap::new();
        for (path, _) in self.seen.requests.lock().unwrap().iter() {
            *counts.entry(path.clone()).or_default() += 1;
        }
        counts
    }
}

fn send(stream: &mut TcpStream, head: &str, body: &[u8]) -> std::io::Result<()> {
    stream.write_all(format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes())?;
    stream.write_all(body)
}

fn whole(stream: &mut TcpStream, more: &str, body: &[u8]) -> std::io::Result<()> {
    send(stream, &format!("200 OK\r\nContent-Length: {}{more}", body.len()), body)
}

/// Bytes that come a few at a time, until nobody listens.
fn drip(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    loop {
        stream.write_all(bytes)?;
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn answer(mut stream: TcpStream, seen: &Seen) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.set_write_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(stream.try_clone()?).take(64 * 1024);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head)? > 0 {}
    let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let tries = {
        let mut requests = seen.requests.lock().unwrap();
        requests.push((target.clone(), head));
        seen.came.notify_all();
        requests.iter().filter(|(known, _)| *known == target).count()
    };
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let png = png();
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts.as_slice() {
        ["good", ..] => whole(&mut stream, "\r\nContent-Type: image/png", &png),
        ["pause", ..] => {
            let active = seen.active.fetch_add(1, Ordering::SeqCst) + 1;
            seen.most.fetch_max(active, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(60));
            // Before the answer: whoever has it may ask again at once.
            seen.active.fetch_sub(1, Ordering::SeqCst);
            whole(&mut stream, "\r\nContent-Type: image/png", &png)
        }
        ["to", status] => {
            // What it sets, nobody brings along.
            let cookie = "Set-Cookie: id=1; Path=/";
            send(&mut stream, &format!("{status} Away\r\nLocation: {query}\r\n{cookie}\r\nContent-Length: 0"), b"")
        }
        ["nowhere"] => send(&mut stream, "302 Found\r\nContent-Length: 0", b""),
        ["loop"] => send(&mut stream, "307 Again\r\nLocation: /loop\r\nContent-Length: 0", b""),
        ["chain", number] => {
            let number: u32 = number.parse().unwrap();
            let next = if number == 0 { "/good".to_owned() } else { format!("/chain/{}", number - 1) };
            send(&mut stream, &format!("301 Moved\r\nLocation: {next}\r\nContent-Length: 0"), b"")
        }
        ["status", status] => send(&mut stream, &format!("{status} Status\r\nContent-Length: 0"), b""),
        // Fails at first, with this wish.
        ["later", status] if tries == 1 => {
            let wish =
                if query.is_empty() { String::new() } else { format!("\r\nRetry-After: {}", query.replace('+', " ")) };
            send(&mut stream, &format!("{status} Later{wish}\r\nContent-Length: 0"), b"")
        }
        ["later", _] => whole(&mut stream, "", &png),
        ["slow-head"] => {
            stream.write_all(b"HTTP/1.1 200 OK\r\n")?;
            drip(&mut stream, b"X: y\r\n")
        }
        ["silent"] => {
            // Until nobody waits any more.
            stream.set_read_timeout(None)?;
            reader.read(&mut [0]).map(drop)
        }
        ["slow-body"] => {
            send(&mut stream, "200 OK\r\nContent-Length: 100000", &png)?;
            drip(&mut stream, b"x")
        }
        ["endless"] => {
            send(&mut stream, "200 OK", &png)?;
            let block = vec![7; 64 * 1024];
            // More than any limit of these tests.
            (0..1000).try_for_each(|_| stream.write_all(&block))
        }
        ["endless-head"] => {
            stream.write_all(b"HTTP/1.1 200 OK\r\n")?;
            let line = format!("X-Long: {}\r\n", "y".repeat(1000));
            (0..2000).try_for_each(|_| stream.write_all(line.as_bytes()))
        }
        ["gzip"] => whole(&mut stream, "\r\nContent-Encoding: gzip", &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0]),
        // A megabyte of these would be a gigabyte.
        ["bomb"] => whole(&mut stream, "\r\nContent-Encoding: identity, gzip, gzip", &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
        ["large"] => send(&mut stream, "200 OK\r\nContent-Length: 99999999999", &png),
        ["short"] => send(&mut stream, &format!("200 OK\r\nContent-Length: {}", png.len() + 100), &png),
        ["cut-chunk"] => {
            send(&mut stream, "200 OK\r\nTransfer-Encoding: chunked", format!("{:x}\r\n", png.len()).as_bytes())?;
            stream.write_all(&png[..10])
        }
        ["chunked"] => {
            send(&mut stream, "200 OK\r\nTransfer-Encoding: chunked", format!("{:x}\r\n", png.len()).as_bytes())?;
            stream.write_all(&png)?;
            stream.write_all(b"\r\n0\r\n\r\n")
        }
        ["html"] => whole(&mut stream, "\r\nContent-Type: image/png", b"<!doctype html><script>x</script>"),
        ["svg"] => whole(&mut stream, "\r\nContent-Type: image/svg+xml", b"<svg onload=alert(1)>"),
        ["text"] => whole(&mut stream, "\r\nContent-Type: image/png", b"words"),
        ["empty"] => whole(&mut stream, "\r\nContent-Type: image/png", b""),
        ["pdf"] => whole(&mut stream, "", b"%PDF-1.4\n"),
        ["huge"] => whole(&mut stream, "", b"GIF89a\xff\xff\x01\x00"),
        ["lie"] => whole(&mut stream, "\r\nContent-Type: text/html", &png),
        ["garbage"] => stream.write_all(b"\x00\xff\xfe nothing like http \r\n\r\n"),
        ["nothing"] => Ok(()),
        ["part"] => send(&mut stream, &format!("206 Part\r\nContent-Length: {}", png.len()), &png),
        ["escape"] => send(&mut stream, "404 \u{1b}]0;title\u{7}\r\nContent-Length: 0", b""),
        _ => send(&mut stream, "404 Not Found\r\nContent-Length: 0", b""),
    }
}

fn line(url: &str) -> String {
    format!(
        r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":{}}}}}]}}]"#,
        serde_json::json!(url)
    )
}

fn command(server: &Server, text: &str, folder: &Path, more: &[&str]) -> Command {
    let file = folder.join("in.jsonl");
    fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.args(["inline-media", file.to_str().unwrap(), "--allow-host"]).arg(format!("127.0.0.1:{}", server.port));
    // A proxy of the environment is nobody's wish.
    command.env("http_proxy", "http://127.0.0.1:1").env("ALL_PROXY", "http://127.0.0.1:1");
    command.args(more).stdin(Stdio::null());
    command
}

fn run(server: &Server, text: &str, more: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = command(server, text, folder.path(), more).output().unwrap();
    read(&output)
}

fn read(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn every_behaviour_has_its_outcome() {
    let (server, other) = (Server::start(), Server::start());
    let elsewhere = |status: u16, place: &str| format!("/to/{status}?{place}");
    // What is requested, the code (none: it is embedded), words of the message, how often it is asked.
    let mut cases: Vec<(String, Option<&str>, &str, usize)> = [
        ("/good", None, "", 1),
        ("/chunked", None, "", 1),
        ("/lie", None, "TW916", 1),
        ("/huge", None, "65535 × 1 pixels", 1),
        ("/chain/4", None, "", 1),
        ("/chain/5", Some("TW911"), "more than 5 redirects", 1),
        ("/loop", Some("TW911"), "more than 5 redirects", 6),
        ("/nowhere", Some("TW911"), "without a place", 1),
        ("/status/401", Some("TW911"), "status 401", 1),
        ("/status/403", Some("TW911"), "status 403", 1),
        ("/status/404", Some("TW911"), "status 404", 1),
        ("/status/408", Some("TW911"), "status 408 (2 tries)", 2),
        ("/status/410", Some("TW911"), "status 410", 1),
        ("/status/429", Some("TW911"), "status 429 (2 tries)", 2),
        ("/status/501", Some("TW911"), "status 501", 1),
        ("/status/502", Some("TW911"), "status 502 (2 tries)", 2),
        ("/status/503", Some("TW911"), "status 503 (2 tries)", 2),
        ("/status/504", Some("TW911"), "status 504 (2 tries)", 2),
        ("/status/204", Some("TW911"), "status 204", 1),
        ("/status/304", Some("TW911"), "status 304", 1),
        ("/status/500", Some("TW911"), "status 500 (2 tries)", 2),
        ("/part", Some("TW911"), "status 206", 1),
        ("/later/429?1", None, "", 2),
        ("/later/503?0", None, "", 2),
        ("/later/503?Sun,+06+Nov+1994+08:49:37+GMT", None, "", 2),
        ("/later/503?Sunday,+06-Nov-94+08:49:37+GMT", None, "", 2),
        ("/later/503?Sun+Nov++6+08:49:37+1994", None, "", 2),
        ("/later/503?2.5", None, "", 2),
        ("/later/503?+", None, "", 2),
        ("/later/408?soon", None, "", 2),
        ("/later/503?soon", None, "", 2),
        ("/later/503?-1", None, "", 2),
        ("/later/502", None, "", 2),
        ("/later/503?31", Some("TW911"), "left alone for 31 s", 1),
        ("/later/503?99999999999999999999", Some("TW911"), "left alone", 1),
        ("/later/429?Sat,+06+Nov+2094+08:49:37+GMT", Some("TW911"), "left alone", 1),
        ("/slow-head", Some("TW911"), "too long", 1),
        ("/silent", Some("TW911"), "too long", 1),
        ("/slow-body", Some("TW911"), "slow", 1),
        ("/endless", Some("TW913"), "more than", 1),
        ("/endless-head", Some("TW911"), "", 1),
        ("/gzip", Some("TW911"), "encoded as `gzip`", 1),
        ("/large", Some("TW913"), "more than", 1),
        ("/short", Some("TW911"), "broke off", 1),
        ("/cut-chunk", Some("TW911"), "broke off", 1),
        ("/bomb", Some("TW911"), "encoded as", 1),
        ("/html", Some("TW912"), "HTML", 1),
        ("/svg", Some("TW912"), "SVG", 1),
        ("/text", Some("TW912"), "no known type", 1),
        ("/empty", Some("TW912"), "empty", 1),
        ("/pdf", Some("TW912"), "application/pdf", 1),
        ("/garbage", Some("TW911"), "", 1),
        ("/nothing", Some("TW911"), "", 1),
        ("/escape", Some("TW911"), "", 1),
    ]
    .map(|(path, code, words, tries)| (path.to_owned(), code, words, tries))
    .into();
    for place in [
        other.url("/good"),
        format!("http://localhost:{}/good", other.port),
        format!("http://[::ffff:127.0.0.1]:{}/good", other.port),
        format!("http://2130706433:{}/good", other.port),
        format!("//127.0.0.1:{}/good", other.port),
        "http://169.254.169.254/latest/".to_owned(),
        "http://user:secret@127.0.0.1/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "gopher://127.0.0.1/".to_owned(),
        "http://127.0.0.1:22/".to_owned(),
    ] {
        for status in [301, 302, 303, 307, 308] {
            cases.push((elsewhere(status, &place), Some("TW910"), "redirected", 1));
        }
    }
    cases.push((elsewhere(303, "/good"), None, "", 1));
    cases.push((elsewhere(300, "/good"), Some("TW911"), "status 300", 1));
    let text: String = cases.iter().map(|(path, ..)| line(&server.url(path)) + "\n").collect();
    let limits = ["--timeout", "2", "--retries", "2", "--max-item-bytes", "1M", "--jobs-per-host", "16"];
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.jsonl");
    let more = [&limits[..], &["--report", report.to_str().unwrap()]].concat();
    let (code, out, err) = run(&server, &text, &more);
    assert_eq!(code, 1, "{err}");
    let findings: Vec<serde_json::Value> =
        fs::read_to_string(&report).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let embedded = line(&format!("data:image/png;base64,{PNG}"));
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), cases.len());
    for (record, ((path, wanted, words, tries), line_out)) in cases.iter().zip(lines).enumerate() {
        let own: Vec<_> = findings.iter().filter(|it| it["record"] == record + 1 && it["code"].is_string()).collect();
        let error = own.iter().find(|it| it["severity"] == "error").map(|it| it["code"].as_str().unwrap());
        assert_eq!(error, *wanted, "{path}: {own:?}");
        let before = line(&server.url(path));
        let huge = line("data:image/gif;base64,R0lGODlh//8BAA==");
        let after = if path == "/huge" { &huge } else { &embedded };
        assert_eq!(line_out, if wanted.is_none() { after } else { &before }, "{path}");
        let is_said = own
            .iter()
            .any(|it| it["message"].as_str().unwrap().contains(words) || it["code"].as_str().unwrap() == *words);
        assert!(is_said || words.is_empty(), "{path}: {own:?}");
        if !path.starts_with("/chain") && path != "/good" {
            assert_eq!(server.count(path), *tries, "{path}");
        }
    }
    assert!(!err.contains("secret") && !err.contains('\u{1b}'), "{err}");
    assert_eq!(other.counts().len(), 0, "nobody was sent there");
    for (path, head) in server.seen.requests.lock().unwrap().iter() {
        let head = head.to_ascii_lowercase();
        assert!(head.starts_with("get ") && head.contains("accept: image/*"), "{path}: {head}");
        assert!(head.contains("accept-encoding: identity") && head.contains("user-agent: turnwise/"), "{head}");
        for never in ["cookie", "authorization", "referer", "range:"] {
            assert!(!head.contains(never), "{head}");
        }
    }
}

#[test]
fn nobody_there_is_asked_again() {
    let server = Server::start();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let text = line(&format!("http://{closed}/"));
    let (code, out, err) = run(&server, &text, &["--allow-host", &closed.to_string(), "--retries", "2"]);
    assert_eq!((code, out == text), (1, true), "{err}");
    assert!(err.contains("TW911") && err.contains("(2 tries)"), "{err}");
}

#[test]
fn hostile_urls_open_no_connection() {
    let server = Server::start();
    let port = server.port;
    let mut urls: Vec<String> = [
        "http://2130706433:P/",
        "http://0x7f000001:P/",
        "http://0x7f.1:P/",
        "http://0177.0.0.1:P/",
        "http://127.1:P/",
        "http://0:P/",
        "http://0.0.0.0:P/",
        "http://127.0.0.2:P/",
        "http://[::1]:P/",
        "http://[::]:P/",
        "http://[::ffff:127.0.0.1]:P/",
        "http://[::ffff:7f00:1]:P/",
        "http://[::127.0.0.1]:P/",
        "http://[64:ff9b::7f00:1]:P/",
        "http://[64:ff9b:1::7f00:1]:P/",
        "http://[2002:7f00:1::]:P/",
        "http://[fe80::1%25lo]:P/",
        "http://localhost:P/",
        "http://localhost.:P/",
        "http://x.localhost:P/",
        "http://user@127.0.0.1:P/",
        "http://user:secret@127.0.0.1:P/",
        "http://example.com@127.0.0.1:P/",
        "http://example.com\\@127.0.0.1:P/",
        "http:\\\\127.0.0.1:P/",
        "http:/127.0.0.1:P/",
        "http:127.0.0.1:P/",
        "//127.0.0.1:P/",
        "\\\\127.0.0.1:P\\x",
        "http://１２７.0.0.1:P/",
        "http://127。0。0。1:P/",
        "http://127.0.0.1:P/\r\nX: y",
        "ht\ttp://127.0.0.1:P/",
        " http://127.0.0.1:P/",
        "http://127.0.0.1:0P/",
        "http://127.0.0.1:+P/",
        "http://127.0.0.1%3aP/",
        "ftp://127.0.0.1:P/",
        "gopher://127.0.0.1:P/_x",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00:ec2::254]/",
        "http://100.100.100.200/",
        "http://168.63.129.16/",
        "http://metadata.google.internal/",
        "http://127.0.0.1:22/",
        "http://127.0.0.1:6667/",
        "http://127.0.0.1:99999/",
        "data:text/html,x",
        "javascript:alert(1)",
        "",
    ]
    .map(|url| url.replace('P', &port.to_string()))
    .into();
    urls.push(format!("http://127.0.0.1:{port}/{}", "a".repeat(70_000)));
    let text: String = urls.iter().map(|url| line(url) + "\n").collect();
    // Only what nothing refers to is allowed.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.jsonl");
    fs::write(&file, &text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args(["inline-media", "--retries", "1", "--timeout", "2", file.to_str().unwrap()])
        .output()
        .unwrap();
    let (code, out, err) = read(&output);
    assert_eq!((code, out == text), (1, true), "{err}");
    assert_eq!(server.counts().len(), 0);
    assert!(!err.contains("secret"), "{err}");
}

#[test]
fn forty_urls_are_forty_requests_four_at_once() {
    let server = Server::start();
    let urls: Vec<_> = (0..200).map(|number| server.url(&format!("/pause/{}", number % 40))).collect();
    let text: String = urls.iter().map(|url| line(url) + "\n").collect();
    let (code, out, err) = run(&server, &text, &[]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out, (line(&format!("data:image/png;base64,{PNG}")) + "\n").repeat(200));
    let counts = server.counts();
    assert!(counts.len() == 40 && counts.values().all(|count| *count == 1), "{counts:?}");
    let most = server.seen.most.load(Ordering::SeqCst);
    assert!((2..=4).contains(&most), "{most} at once");
    assert!(err.contains("40 URLs: 40 fetched"), "{err}");
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_interrupted_run_fetches_only_the_rest() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let text: String = (0..40).map(|number| line(&server.url(&format!("/pause/{number}"))) + "\n").collect();
    let more = ["--cache", cache.to_str().unwrap(), "-o", folder.path().join("out.jsonl").to_str().unwrap()]
        .map(str::to_owned);
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let child = command(&server, &text, folder.path(), &more).stderr(Stdio::null()).spawn().unwrap();
    server.wait_for(12);
    kill(child);
    let kept = fs::read_dir(cache.join("urls"))
        .unwrap()
        .filter(|entry| !entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
    let kept = kept.count();
    assert!((4..40).contains(&kept), "{kept} kept");
    assert!(!folder.path().join("out.jsonl").exists());
    server.settle();
    let before: usize = server.counts().values().sum();
    let (code, _, err) = read(&command(&server, &text, folder.path(), &more).output().unwrap());
    assert_eq!(code, 0, "{err}");
    let after: usize = server.counts().values().sum();
    assert_eq!(after - before, 40 - kept, "{err}");
    let whole = (line(&format!("data:image/png;base64,{PNG}")) + "\n").repeat(40);
    assert_eq!(fs::read_to_string(folder.path().join("out.jsonl")).unwrap(), whole);
    // Everything is there now; nobody is asked.
    let (code, out, err) =
        read(&command(&server, &text, folder.path(), &[&more[..2], &["--offline"]].concat()).output().unwrap());
    assert!(code == 0 && out == whole, "{err}");
    // An entry is believed only while its file has its hash.
    for entry in fs::read_dir(cache.join("files")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        if let Some(last) = bytes.last_mut() {
            *last ^= 1;
        }
        fs::write(&path, bytes).unwrap();
    }
    let (code, out, err) =
        read(&command(&server, &text, folder.path(), &[&more[..2], &["--offline"]].concat()).output().unwrap());
    assert!(code == 1 && out == text && err.contains("TW911"), "{err}");
    assert_eq!(server.counts().values().sum::<usize>(), after);
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_the_cache() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let text = line(&server.url("/good/?token=abc"));
    let (code, _, err) =
        read(&command(&server, &text, folder.path(), &["--cache", cache.to_str().unwrap()]).output().unwrap());
    assert_eq!(code, 0, "{err}");
    let mut files = 0;
    for part in ["urls", "files"] {
        for entry in fs::read_dir(cache.join(part)).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{}", path.display());
            assert!(!fs::read_to_string(&path).is_ok_and(|text| text.contains("token")));
            files += 1;
        }
    }
    assert_eq!(files, 2);
}

#[test]
fn a_dry_run_asks_nobody_and_says_whom_it_would() {
    let server = Server::start();
    let text: String = (0..6).map(|number| line(&server.url(&format!("/good/{}", number % 3))) + "\n").collect();
    let (code, out, err) = run(&server, &text, &["--dry-run"]);
    assert!(code == 0 && out.is_empty(), "{err}");
    assert!(err.contains(&format!("127.0.0.1:{}: 6 references to 3 URLs", server.port)), "{err}");
    assert_eq!(run(&server, &text, &["--check"]).0, 1);
    assert_eq!(run(&server, &text, &["--offline"]).0, 1);
    assert_eq!(server.counts().len(), 0);
}

#[test]
fn a_conversion_fetches_each_url_once() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.jsonl");
    let text: String = (0..20).map(|number| line(&server.url(&format!("/pause/{}", number % 5))) + "\n").collect();
    fs::write(&file, text).unwrap();
    let host = format!("127.0.0.1:{}", server.port);
    let args = ["convert", "--to", "patterpunk", "--inline-media", "--allow-host", &host, file.to_str().unwrap()];
    let output = Command::new(env!("CARGO_BIN_EXE_turnwise")).args(args).output().unwrap();
    let (code, out, err) = read(&output);
    assert_eq!((code, out.matches(PNG).count()), (0, 20), "{err}");
    assert!(server.counts().len() == 5 && server.counts().values().all(|count| *count == 1), "{:?}", server.counts());
}
