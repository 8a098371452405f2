//! Measures how soon the workbench answers: from the request to the first mate, the length, the first
//! finding and the whole judgement.
//!
//! ```text
//! cargo build --release
//! cargo run --release -p tsume-measure --bin edits -- --most 100 --plies 15 TABLE.tsv
//! ```
//!
//! Starts `tsume serve` and asks it to judge one problem after another, as a page does after an edit. The
//! times are those of a client on the same machine. On Linux there is also the processor time of the server
//! until then, in hundredths of a second: on a busy machine, it is what an idle one would take at most.

use clap::Parser;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tsume::Problems;
use tsume::input::Source;

/// Measures how soon the workbench answers.
#[derive(Parser)]
struct Args {
    /// Files of problems.
    files: Vec<PathBuf>,
    /// The program.
    #[arg(long, default_value = "target/release/tsume")]
    tsume: PathBuf,
    /// The most problems, taken at even distances.
    #[arg(long, default_value_t = 100)]
    most: usize,
    /// Longer problems are left out, once their length is known.
    #[arg(long, default_value_t = 25)]
    plies: u32,
    /// The time for each problem, in milliseconds.
    #[arg(long, default_value_t = 20_000)]
    time: u64,
}

/// A server that runs.
struct Server {
    child: Child,
    host: String,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(args: &Args) -> Self {
        let mut child = Command::new(&args.tsume)
            .args(["serve", "--port", "0", "--quiet"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("it is piped");
        let read = BufReader::new(out).read_line(&mut line);
        read.expect("the program prints its address");
        let address = line
            .trim()
            .trim_start_matches("http://")
            .trim_end_matches('/');
        let (host, token) = address.split_once('/').expect("an address with a token");
        Self {
            host: host.to_owned(),
            token: token.to_owned(),
            child,
        }
    }

    /// Returns the processor time of the server so far. Nothing where the system does not say.
    fn spent(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        let ticks = fields.split(' ').skip(11).take(2);
        let ticks: u64 = ticks.filter_map(|it| it.parse::<u64>().ok()).sum();
        Duration::from_millis(10 * ticks)
    }

    /// Judges a problem. Returns the time of the first event of each name with the processor time, and the
    /// row.
    fn judge(&self, request: &Value) -> (Vec<(String, [Duration; 2])>, Value) {
        let (body, token) = (request.to_string(), &self.token);
        let head = format!(
            "POST /{token}/api/judge HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX-Tsume-Token: {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        let (began, spent) = (Instant::now(), self.spent());
        let mut stream = TcpStream::connect(&self.host).expect("the server is there");
        stream.set_nodelay(true).expect("a socket");
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while reader.read_line(&mut line).expect("an answer") > 2 {
            line.clear();
        }
        let (mut text, mut times, mut row) = (String::new(), Vec::new(), Value::Null);
        loop {
            let mut size = String::new();
            reader.read_line(&mut size).expect("a chunk");
            let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
            if size == 0 {
                return (times, row);
            }
            let mut bytes = vec![0; size + 2];
            reader.read_exact(&mut bytes).expect("a chunk");
            text += &String::from_utf8_lossy(&bytes[..size]);
            while let Some((event, rest)) = text.split_once("\n\n") {
                if let Some((name, data)) = event.split_once('\n') {
                    let name = name.trim_start_matches("event: ").to_owned();
                    if name == "row" {
                        let data = data.trim_start_matches("data: ");
                        row = serde_json::from_str(data).unwrap_or_default();
                    }
                    if times
                        .iter()
                        .all(|it: &(String, [Duration; 2])| it.0 != name)
                    {
                        times.push((name, [began.elapsed(), self.spent().saturating_sub(spent)]));
                    }
                }
                text = rest.to_owned();
            }
        }
    }
}

/// Returns a time in milliseconds, below which this share of the times is.
fn quantile(times: &[Duration], share: usize) -> u128 {
    let at = (times.len() * share).div_ceil(100).max(1) - 1;
    times.get(at).map_or(0, Duration::as_millis)
}

fn main() {
    let args = Args::parse();
    let sources = args.files.iter().cloned().map(Source::File);
    let problems: Vec<_> = Problems::read(sources).filter_map(Result::ok).collect();
    let server = Server::start(&args);
    let names = ["first", "length", "finding", "row", "answer"];
    let mut times: [[Vec<Duration>; 2]; 5] = Default::default();
    let (mut asked, mut undecided, mut longer) = (0, 0, 0);
    let step = problems.len().div_ceil(args.most.max(1)).max(1);
    for problem in problems.iter().step_by(step) {
        let line: Vec<String> = problem
            .author_line()
            .iter()
            .map(ToString::to_string)
            .collect();
        let sfen = problem.setup().to_string();
        let request = json!({"sfen": sfen, "moves": line, "time_ms": args.time});
        let (found, row) = server.judge(&request);
        let row = &row["row"];
        if row["plies"]
            .as_u64()
            .is_some_and(|plies| plies > args.plies.into())
        {
            longer += 1;
            continue;
        }
        asked += 1;
        undecided += u32::from(row["status"] != "done");
        for (times, name) in times.iter_mut().zip(names) {
            // The answer is a mate, or that there is none, whichever is told.
            let is_it = |it: &&(String, _)| match name {
                "answer" => it.0 == "first" || it.0 == "finding" || it.0 == "row",
                name => it.0 == name,
            };
            if let Some((_, [wall, spent])) = found.iter().find(is_it) {
                times[0].push(*wall);
                times[1].push(*spent);
            }
        }
    }
    println!(
        "{asked} problems, {undecided} undecided within {} ms, {longer} longer",
        args.time
    );
    println!("event    time  told   median   90 %   95 %   most (ms)");
    for (times, name) in times.iter_mut().zip(names) {
        for (times, what) in times.iter_mut().zip(["wall", "cpu "]) {
            times.sort_unstable();
            let [half, most, nearly, all] = [50, 90, 95, 100].map(|share| quantile(times, share));
            let told = times.len();
            println!("{name:8} {what} {told:5} {half:8} {most:6} {nearly:6} {all:6}");
        }
    }
    for (at, name, limit) in [(4, "an answer", 200), (3, "the whole judgement", 2_000)] {
        let within = times[at].each_ref().map(|times| {
            let soon = times.iter().filter(|it| it.as_millis() <= limit);
            100 * soon.count() / times.len().max(1)
        });
        let [wall, spent] = within;
        println!("{name} within {limit} ms: {wall} % by the clock, {spent} % of processor time");
    }
}
