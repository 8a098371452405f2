//! What is four times as long takes about four times as long, wherever the length is: the cost of no input
//! is more than in proportion to its bytes.
//!
//! Each case is run with n, 2n and 4n. The times are held to one another alone, and only where they are
//! long enough to say anything; what is quadratic takes sixteen times as long, and far longer than that.

use crate::input::records::KIF;
use crate::{ONE, program};
use std::fmt::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Below this a time says nothing.
const SHORT: Duration = Duration::from_secs(3);
/// How often a run that seems too long is tried once more, since the machine may be busy with something else.
const TRIES: usize = 3;

/// A kind of input, how many there are at first, and the runs with it.
struct Case {
    file: &'static str,
    make: fn(usize) -> String,
    first: usize,
    runs: &'static [&'static [&'static str]],
}

fn repeated(count: usize, mut one: impl FnMut(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, at| {
        let _ = write!(all, "{}", one(at));
        all
    })
}

/// A record with these lines before its moves, and these behind.
fn kif(head: &str, tail: &str) -> String {
    format!("{head}{KIF}{tail}")
}

/// A dragon that checks from two squares, with a branch at every fourth ply that ends with an illegal move.
fn illegal_branches(count: usize) -> String {
    let four = ["２四龍(34)", "１六玉(15)", "３四龍(24)", "１五玉(16)"];
    let begin = KIF.split("   3 ").next().unwrap();
    let main = repeated(count * 4, |at| format!("{:4} {}\n", at + 3, four[at % 4]));
    let branches = repeated(count, |at| {
        let ply = (count - at) * 4;
        format!("\n変化：{ply}手\n{ply:4} ２四玉(15)\n")
    });
    format!("{begin}{main}{branches}")
}

/// Two rooks that go to and fro, in JKF, with a branch at every fourth ply.
fn forks(count: usize) -> String {
    let step = |[x, to, y]: [u8; 3]| {
        format!(
            r#""move":{{"from":{{"x":{x},"y":{y}}},"to":{{"x":{to},"y":{y}}},"piece":"HI","color":{}}}"#,
            u8::from(y == 2)
        )
    };
    let [there, theirs, back, their_back, other] =
        [[2, 3, 8], [8, 7, 2], [3, 2, 8], [7, 8, 2], [7, 6, 2]].map(step);
    let four =
        format!(r#",{{{there}}},{{{theirs}}},{{{back}}},{{{their_back},"forks":[[{{{other}}}]]}}"#);
    let moves = four.repeat(count);
    format!(r#"{{"header":{{}},"initial":{{"preset":"HIRATE"}},"moves":[{{}}{moves}]}}"#)
}

/// A certificate in which each of many entries of one board is asked for by as many of another.
fn certificate(count: usize, composed: bool) -> String {
    const SFEN: &str = "5l1ks/4R3P/9/9/9/9/9/9/9 b";
    const TAKEN: &str = "5lk1+P/4R4/9/9/9/9/9/9/9 b S 1";
    const NOT_TAKEN: &str = "5l2k/4R4/9/9/9/9/9/9/9 b S 1";
    let entry = |sfen: &str, plies: u32, mv: &str| {
        format!("{{\"sfen\":\"{sfen}\",\"plies\":{plies},\"move\":\"{mv}\"}}")
    };
    // The mate in one is the first, and so the last to be found.
    let mut entries = vec![entry(TAKEN, 1, "S*2b"), entry(NOT_TAKEN, 1, "S*1b")];
    entries.extend((0..count).map(|_| entry(TAKEN, 3, "S*2b")));
    entries.extend((0..count).map(|_| entry(&format!("{SFEN} - 1"), 3, "1b1a+")));
    let entries = entries.join(",");
    let (claim, entries) = if composed {
        let entries = format!("\"entries\":[],\"composed\":[{entries}]");
        ("composed_mate_within", entries)
    } else {
        ("mate_within", format!("\"entries\":[{entries}]"))
    };
    format!(
        "{{\"format\":\"tsume proof\",\"version\":1,\"id\":\"x\",\"sfen\":\"{SFEN} r2b4g3s4n3l17p 1\",\
         \"attacker\":\"black\",\"claim\":\"{claim}\",\"plies\":3,{entries}}}\n\
         {{\"format\":\"tsume proof\",\"version\":1,\"certificates\":1}}\n"
    )
}

const CASES: &[Case] = &[
    Case {
        file: "ids.sfen",
        make: |n| repeated(n, |_| format!("{ONE}; id \"a\";\n")),
        first: 10_000,
        runs: &[
            &["convert", "--to", "jsonl"],
            &["validate", "--nodes", "10", "-q"],
        ],
    },
    Case {
        file: "keys.jsonl",
        make: |n| {
            let keys = repeated(n, |i| format!(",\"k{i}\":\"v\""));
            format!("{{\"sfen\":\"{ONE}\"{keys}}}\n")
        },
        first: 20_000,
        runs: &[
            &["convert", "--to", "kifu"],
            &["convert", "--to", "csv"],
            &["validate", "--nodes", "10", "-q"],
        ],
    },
    Case {
        file: "opcodes.sfen",
        make: |n| {
            let opcodes = repeated(n / 2, |i| format!(" k{i} \"v\"; plies 3; end \"詰み\";"));
            format!("{ONE};{opcodes}\n")
        },
        first: 10_000,
        runs: &[&["convert", "--to", "kifu"], &["convert", "--to", "csv"]],
    },
    Case {
        file: "words.sfen",
        make: |n| format!("{ONE}\n{ONE} moves{}\n", " xyz".repeat(n)),
        first: 30_000,
        runs: &[&["validate", "--nodes", "10"], &["show"]],
    },
    Case {
        file: "columns.csv",
        make: |n| {
            let names = repeated(n, |i| format!(",c{i}"));
            format!("sfen{names}\n{ONE}{}\n", ",v".repeat(n))
        },
        first: 20_000,
        runs: &[&["convert", "--to", "csv"], &["convert", "--to", "jsonl"]],
    },
    Case {
        file: "headers.kifu",
        make: |n| kif(&repeated(n, |i| format!("見出し{i}：あ\n")), ""),
        first: 30_000,
        runs: &[
            &["convert", "--to", "kifu"],
            &["convert", "--to", "csv"],
            &["check", "--nodes", "10", "--format", "html"],
            &["check", "--nodes", "10", "--format", "kif"],
        ],
    },
    Case {
        file: "header.kifu",
        make: |n| kif(&"見出し：あ\n".repeat(n), ""),
        first: 50_000,
        runs: &[&["solve", "--nodes", "10"]],
    },
    Case {
        file: "comments.kifu",
        make: |n| kif("", &repeated(n, |i| format!("*あ{i}\n"))),
        first: 50_000,
        runs: &[
            &["convert", "--to", "kifu"],
            &["check", "--nodes", "10", "--format", "kif"],
        ],
    },
    Case {
        file: "branches.kifu",
        make: |n| kif("", &"\n変化：3手\n   3 ２六龍(34)\n".repeat(n)),
        first: 30_000,
        runs: &[
            &["convert", "--to", "kifu"],
            &["convert", "--to", "ki2"],
            &["check", "--nodes", "10", "--format", "kif"],
        ],
    },
    Case {
        file: "illegal.kifu",
        make: illegal_branches,
        first: 10_000,
        runs: &[
            &["convert", "--to", "jkf"],
            &["validate", "--nodes", "10", "-q"],
        ],
    },
    Case {
        file: "forks.jkf",
        make: forks,
        first: 3_000,
        runs: &[&["convert", "--to", "kifu"], &["convert", "--to", "jkf"]],
    },
    Case {
        file: "times.csa",
        make: |n| {
            let four = "+5949HI\nT1\n-5141OU\nT1\n+4959HI\nT1\n-4151OU\nT1\n";
            format!("V2.2\nP-51OU\nP+59HI\n+\n{}", four.repeat(n))
        },
        first: 10_000,
        runs: &[&["convert", "--to", "kifu"], &["convert", "--to", "jkf"]],
    },
    Case {
        file: "boards.proof.json",
        make: |n| certificate(n, false),
        first: 20_000,
        runs: &[&["verify"]],
    },
    Case {
        file: "composed.proof.json",
        make: |n| certificate(n, true),
        first: 20_000,
        runs: &[&["verify"]],
    },
    Case {
        file: "rows.sfen",
        make: |n| format!("{ONE}\n").repeat(n),
        first: 10_000,
        runs: &[&["validate", "--nodes", "10", "-q", "--format", "csv"]],
    },
];

/// Returns how long a run takes that has to end well, or with something unknown or flawed.
fn time(arguments: &[&str], path: &std::path::Path) -> Duration {
    let mut command = program();
    command.args(arguments).arg(path);
    let begun = Instant::now();
    let output = command.stdout(Stdio::null()).output().unwrap();
    let taken = begun.elapsed();
    let told = String::from_utf8_lossy(&output.stderr);
    // A line of nothing but errors is refused with the first of them, or left out.
    let is_told = told.contains(" more like these") || told.contains("is left out from here on");
    let is_refused = output.status.code() == Some(2) && is_told;
    let told = &told[..told.floor_char_boundary(1_000)];
    // A line with moves that are none is flawed.
    let is_done = is_refused || matches!(output.status.code(), Some(0 | 1 | 3));
    assert!(is_done, "{arguments:?} {}: {told}", path.display());
    taken
}

#[test]
#[ignore = "takes 25 s"]
fn by_hand_the_cost_of_an_input_is_in_proportion_to_its_length() {
    let folder = tempfile::tempdir().unwrap();
    for case in CASES {
        let paths = [1, 2, 4].map(|times| {
            let path = folder.path().join(format!("{times}-{}", case.file));
            std::fs::write(&path, (case.make)(case.first * times)).unwrap();
            path
        });
        for run in case.runs {
            let mut times = paths.each_ref().map(|path| time(run, path));
            for _ in 0..TRIES {
                if times[2] < SHORT || times[2] < times[0] * 9 {
                    break;
                }
                for (known, path) in times.iter_mut().zip(&paths) {
                    *known = time(run, path).min(*known);
                }
            }
            println!("{:20} {:>8} {run:?}: {times:.2?}", case.file, case.first);
            assert!(
                times[2] < SHORT || times[2] < times[0] * 9,
                "{} {run:?}: {times:.2?}",
                case.file
            );
        }
        for path in paths {
            std::fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn problems_of_one_name_get_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.jsonl");
    let line = |i: usize| format!("{{\"id\":\"{i}/a\",\"sfen\":\"{ONE}\"}}\n");
    std::fs::write(&input, repeated(300, line)).unwrap();
    let out = folder.path().join("out/");
    let arguments = ["convert", "--to", "sfen", "-o", out.to_str().unwrap()];
    time(&arguments, &input);
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 300);
}
