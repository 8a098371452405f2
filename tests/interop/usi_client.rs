//! Asks an engine for mates through the crate `usi`, a typed reader and writer of the protocol that
//! is stricter than most GUIs. Every line of the engine has to be one of the protocol, every `go`
//! has to get one answer, and the last score and line have to be those of the answer.
//!
//! Usage: usi-client ENGINE <PROBLEMS (id, SFEN and expected length, if there is one, separated by
//! tabs)

use std::io::{BufReader, Read};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use usi::{
    BestMoveParams, CheckmateParams, EngineCommand, EngineCommandReader, GuiCommand,
    GuiCommandWriter, InfoParams, MateParam, ThinkParams,
};

struct Engine {
    child: Child,
    reader: EngineCommandReader<BufReader<ChildStdout>>,
    writer: GuiCommandWriter<ChildStdin>,
}

/// The last score and the last line that were told, and how many lines there were at once.
#[derive(Default)]
struct Told {
    score: Option<i32>,
    line: Vec<String>,
    most: i32,
}

impl Engine {
    fn start(path: &str) -> Self {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        Self {
            reader: EngineCommandReader::new(BufReader::new(child.stdout.take().unwrap())),
            writer: GuiCommandWriter::new(child.stdin.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, command: &GuiCommand) {
        self.writer.send(command).expect("the engine listens");
    }

    fn set(&mut self, name: &str, value: &str) {
        self.say(&GuiCommand::SetOption(name.into(), Some(value.into())));
    }

    fn next(&mut self) -> EngineCommand {
        let said = self.reader.next_command().expect("a line of the protocol");
        let command = said.response().clone().expect("the engine goes on");
        assert_ne!(command, EngineCommand::Unknown, "{}", said.raw_str());
        command
    }

    fn until_score(&mut self) {
        let is_score = |entry: &InfoParams| matches!(entry, InfoParams::Score(..));
        loop {
            match self.next() {
                EngineCommand::Info(entries) if entries.iter().any(is_score) => return,
                EngineCommand::Info(_) => {}
                answer => panic!("{answer:?} before `stop`"),
            }
        }
    }

    /// Returns the output before the answer to a `go`, and the answer.
    fn answer(&mut self) -> (Told, EngineCommand) {
        let mut told = Told::default();
        loop {
            let entries = match self.next() {
                EngineCommand::Info(entries) => entries,
                answer => return (told, answer),
            };
            let number = entries.iter().find_map(|entry| match entry {
                InfoParams::MultiPv(number) => Some(*number),
                _ => None,
            });
            let number = number.unwrap_or(1);
            told.most = told.most.max(number);
            for entry in entries {
                match entry {
                    InfoParams::Score(plies, _) if number == 1 => told.score = Some(plies),
                    InfoParams::Pv(line) if number == 1 => told.line = line,
                    _ => {}
                }
            }
        }
    }

    fn mate(&mut self) -> (Told, CheckmateParams) {
        let mate = MateParam::Timeout(Duration::from_secs(120));
        self.say(&GuiCommand::Go(ThinkParams::new().mate(mate)));
        let (told, answer) = self.answer();
        let EngineCommand::Checkmate(answer) = answer else {
            panic!("{answer:?} after `go mate`");
        };
        // Nothing is left to be said.
        self.say(&GuiCommand::IsReady);
        assert_eq!(self.next(), EngineCommand::ReadyOk);
        (told, answer)
    }
}

fn main() {
    let path = std::env::args().nth(1).expect("the engine");
    let mut problems = String::new();
    std::io::stdin().read_to_string(&mut problems).unwrap();
    let mut engine = Engine::start(&path);
    engine.say(&GuiCommand::Usi);
    while engine.next() != EngineCommand::UsiOk {}
    engine.set("USI_Hash", "64");
    engine.set("PvInterval", "20");
    engine.say(&GuiCommand::UsiNewGame);

    let (mut asked, mut lengths) = (0, 0);
    for problem in problems.lines() {
        let fields: Vec<_> = problem.split('\t').collect();
        let [name, sfen, plies] = fields[..] else {
            panic!("{problem}");
        };
        let post = if plies.is_empty() { "first" } else { "check" };
        engine.set("PostSearch", post);
        engine.say(&GuiCommand::Position(sfen.into()));
        let (told, answer) = engine.mate();
        let CheckmateParams::Mate(line) = answer else {
            panic!("{name}: {answer:?}");
        };
        assert_eq!(told.line, line, "{name}");
        asked += 1;
        if let Ok(plies) = plies.parse::<usize>() {
            assert_eq!(line.len(), plies, "{name}");
            assert_eq!(told.score, Some(plies as i32), "{name}");
            assert!(told.most >= 1, "{name}");
            lengths += 1;
        }
        // Whoever asks without an end has to say stop.
        engine.say(&GuiCommand::Go(ThinkParams::new().infinite()));
        engine.until_score();
        engine.say(&GuiCommand::Stop);
        let (_, best) = engine.answer();
        let EngineCommand::BestMove(BestMoveParams::MakeMove(best, None)) = best else {
            panic!("{name}: {best:?}");
        };
        assert!(plies.is_empty() || best == line[0], "{name}: {best}");
    }
    assert_eq!((asked, lengths), (50, 21));
    engine.say(&GuiCommand::Quit);
    assert!(engine.child.wait().unwrap().success());
    println!("interop: the crate usi agrees on {asked} mates and on {lengths} lengths");
}
