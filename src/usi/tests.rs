//! Tests of the engine inside this process.

use super::engine::Engine;
use super::output::GuiOutput;
use crate::vocabulary::Lang;
use proptest::prelude::*;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The output, for tests to read.
#[derive(Clone, Default)]
pub(super) struct CapturedOutput(Arc<Mutex<Vec<u8>>>);

impl Write for CapturedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl CapturedOutput {
    pub(super) fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

fn is_answer(line: &str) -> bool {
    line.starts_with("checkmate") || line.starts_with("bestmove")
}

/// Obeys these lines with a pause in milliseconds after each; returns all answers.
fn answers(commands: &[(String, u64)]) -> Vec<String> {
    let captured = CapturedOutput::default();
    let mut engine = Engine::new(GuiOutput::new(Box::new(captured.clone())), Lang::English);
    for (line, pause) in commands {
        if engine.obey(line).is_break() {
            break;
        }
        sleep(Duration::from_millis(*pause));
    }
    engine.end();
    let answers = captured.lines().into_iter().filter(|line| is_answer(line));
    answers.collect()
}

/// 図巧 100 (1755), 611 plies. It is long enough that the search still runs when the test sends `stop`.
const LONG: &str = "position sfen \
    g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

fn command() -> impl Strategy<Value = String> {
    let position = prop_oneof![
        Just(LONG.to_owned()),
        Just("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1".to_owned()),
        Just("position sfen 4k4/9/9/9/9/9/9/9/9 b P 1".to_owned()),
        Just("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b".to_owned()),
        Just("position startpos moves 7g7f 3c3d".to_owned()),
        Just("position sfen 6R2/9/9/8k/6B2/9/9/9/9 b - 1".to_owned()),
        "position (sfen )?[1-9kKRBGp+/]{0,20} [bw] [RG2-]{1,3} 1( moves)?( [1-9a-i*+]{4})?",
    ];
    let go = prop_oneof![
        Just("go mate infinite".to_owned()),
        Just("go infinite".to_owned()),
        Just("go".to_owned()),
        (0u64..40).prop_map(|ms| format!("go mate {ms}")),
        (0u64..5000).prop_map(|nodes| format!("go nodes {nodes}")),
        (0u32..9).prop_map(|depth| format!("go mate 50 depth {depth}")),
        (0u64..90).prop_map(|ms| format!("go btime 0 wtime {ms} byoyomi {ms}")),
        "go [a-z]{0,6} ?[-0-9a-z]{0,4}",
    ];
    let option = (
        prop_oneof![
            Just("USI_Hash"),
            Just("Threads"),
            Just("MultiPV"),
            Just("NodesLimit"),
            Just("PvInterval"),
            Just("DepthLimit"),
            Just("Interpositions"),
            Just("PostSearch"),
            Just("Goal"),
            Just("RootIsDefenderIfChecked"),
        ],
        prop_oneof![
            Just("1"),
            Just("2"),
            Just("0"),
            Just("off"),
            Just("broad"),
            Just("first"),
            Just("check"),
            Just("shortest"),
            Just("brinkmate"),
            Just("threatmate"),
            Just("true"),
        ],
    );
    prop_oneof![
        4 => position,
        5 => go,
        2 => option.prop_map(|(name, value)| format!("setoption name {name} value {value}")),
        2 => Just("stop".to_owned()),
        1 => prop_oneof![
            Just("usi".to_owned()),
            Just("isready".to_owned()),
            Just("usinewgame".to_owned()),
            Just("gameover win".to_owned()),
            Just("ponderhit".to_owned()),
            ".{0,30}",
        ],
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn every_go_gets_exactly_one_answer_of_its_kind(
        commands in proptest::collection::vec((command(), 0u64..12), 1..20)
    ) {
        let mut commands = commands;
        commands.insert(0, ("setoption name USI_Hash value 4".to_owned(), 0));
        let expected: Vec<_> = commands
            .iter()
            .filter_map(|(line, _)| {
                let mut words = line.split_whitespace();
                let is_go = words.next() == Some("go");
                let answer = if words.any(|word| word == "mate") {
                    "checkmate"
                } else {
                    "bestmove"
                };
                is_go.then_some(answer)
            })
            .collect();
        let given = answers(&commands);
        let kinds: Vec<_> = given.iter().map(|it| it.split(' ').next().unwrap()).collect();
        prop_assert_eq!(kinds, expected, "{:?}", given);
    }
}

#[test]
fn stop_ends_an_endless_search_whenever_it_comes() {
    for options in [
        "PostSearch value shortest",
        "PostSearch value check",
        "Threads value 2",
        "USI_Hash value 512",
    ] {
        let captured = CapturedOutput::default();
        let mut engine = Engine::new(GuiOutput::new(Box::new(captured.clone())), Lang::English);
        let option = format!("setoption name {options}");
        assert!(engine.obey(&option).is_continue());
        let mut pause = 7;
        for round in 1..=12 {
            assert!(engine.obey(LONG).is_continue());
            assert!(engine.obey("go mate infinite").is_continue());
            pause = pause * 31 % 113;
            sleep(Duration::from_millis(pause));
            assert!(engine.obey("stop").is_continue());
            let answers = captured.lines().iter().filter(|it| is_answer(it)).count();
            assert_eq!(answers, round, "{options}");
        }
    }
}

#[test]
fn what_was_learnt_serves_the_next_position_with_the_same_pieces() {
    let nodes = |engine: &mut Engine, captured: &CapturedOutput, line: &str| {
        assert!(engine.obey(line).is_continue());
        let before = captured.lines().len();
        assert!(engine.obey("go mate infinite").is_continue());
        let lines = loop {
            let lines = captured.lines().split_off(before);
            if lines.iter().any(|line| is_answer(line)) {
                break lines;
            }
            sleep(Duration::from_millis(5));
        };
        let last = lines.iter().rfind(|line| line.contains(" nodes "));
        let mut words = last.unwrap().split(' ').skip_while(|&it| it != "nodes");
        let nodes: u64 = words.nth(1).unwrap().parse().unwrap();
        let cleared = lines.iter().any(|line| line.contains("cleared"));
        (nodes, cleared, lines.last().unwrap().clone())
    };
    let captured = CapturedOutput::default();
    let mut engine = Engine::new(GuiOutput::new(Box::new(captured.clone())), Lang::English);
    let muso = "position sfen 6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
    let (first, _, answer) = nodes(&mut engine, &captured, muso);
    assert_eq!(answer, "checkmate 3a3d+ 1d1e 3d2d 1e1f 2d2f");
    let after = format!("{muso} moves 3a3d+");
    let (second, cleared, answer) = nodes(&mut engine, &captured, &after);
    assert_eq!(answer, "checkmate 1d1e 3d2d 1e1f 2d2f");
    assert!(second < first && !cleared, "{second} of {first}");
    let other = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let (_, cleared, _) = nodes(&mut engine, &captured, other);
    assert!(!cleared, "the rest of the set is the defender's");
    let fewer = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b Gr 1";
    let (_, cleared, answer) = nodes(&mut engine, &captured, fewer);
    assert!(cleared);
    assert_eq!(answer, "checkmate G*5b");
}

/// Returns the lines of the engine about a position, in this language, with these options.
fn lines_about(lang: Lang, options: &[(&str, &str)], sfen: &str) -> Vec<String> {
    let captured = CapturedOutput::default();
    let mut engine = Engine::new(GuiOutput::new(Box::new(captured.clone())), lang);
    let options = [&[("USI_Hash", "16")], options].concat();
    let options = options.iter();
    let options = options.map(|(name, value)| format!("setoption name {name} value {value}"));
    for line in options.chain([format!("position sfen {sfen}"), "go mate 60000".to_owned()]) {
        assert!(engine.obey(&line).is_continue());
    }
    let began = Instant::now();
    while !captured.lines().iter().any(|it| is_answer(it)) && began.elapsed().as_secs() < 120 {
        sleep(Duration::from_millis(10));
    }
    engine.end();
    captured.lines()
}

#[test]
fn a_sentence_has_the_notation_of_its_language() {
    let cooked = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
    let brinkmate = "5+B1nl/5L1k1/6ppn/9/9/9/9/9/9 b S2rb4g3s2n2l16p 1";
    let judged = [("PostSearch", "check")];
    let judged_brinkmate = [("PostSearch", "check"), ("Goal", "brinkmate")];
    for (options, sfen, english, japanese) in [
        (
            &judged[..],
            cooked,
            "info string defect: ply 3 cook 2d2c+: mates in 5, as soon as the main line: 2d2c+ 2b2a G*2b",
            "info string 不完全の理由：3手目 余詰 ▲２三歩成：5手で詰む（本手順と同手数）：▲２三歩成 △２一玉 ▲２二金",
        ),
        (
            &judged,
            cooked,
            "info string minor: ply 5 longer last-move dual 3c3b+ 2c3b G*1b G*3b: in an equal variation: mates in 7, \
             2 plies later than the main line: 2b2a 3c3b+ 2a1a 2c2b",
            "info string 軽微：5手目 最終手余詰(長) ▲３二歩成 ▲３二馬 ▲１二金 ▲３二金：変同手順中：7手で詰む\
             （本手順より2手長い）：△２一玉 ▲３二歩成 △１一玉 ▲２二馬",
        ),
        (
            &judged_brinkmate,
            brinkmate,
            "info string blemish: ply 1 extra brinkmate S*3a: forces a brinkmate in 3, too, 2 plies later than the \
             main line: S*3a 2b1b 4a3b",
            "info string キズ：1手目 余必至 ▲３一銀：この手でも3手の必至になる（本手順より2手長い）：▲３一銀 △１二玉 ▲３二馬",
        ),
    ] {
        let lines = lines_about(Lang::English, options, sfen);
        assert!(lines.iter().any(|it| it == english), "{lines:#?}");
        let lines = lines_about(Lang::Japanese, options, sfen);
        assert!(lines.iter().any(|it| it == japanese), "{lines:#?}");
        let is_mixed = |it: &&String| {
            let words = it.strip_prefix("info string ").unwrap_or_default();
            words.contains(|c: char| matches!(c, '一'..='九')) && words.contains(['*', '+'])
        };
        assert_eq!(lines.iter().find(is_mixed), None);
    }
}
