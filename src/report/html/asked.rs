//! What else was asked about a problem, on its card: refutation, try (紛れ), and why interpositions
//! are futile (無駄合), each with its line to step through.

use super::Lang;
use super::card::{Item, Line, TurnPart};
use super::words::words;
use crate::notation::japanese;
use crate::report::Entry;
use crate::report::tree::{explained, reply};
use crate::shogi::Move;
use crate::tsume::explain::{Explanation, Explanations, Grey};
use crate::tsume::refutation::{End, Outcome, Refutation};
use crate::tsume::{Problem, Reading};

/// Each answer with its heading, in the order of the terminal.
pub(super) fn parts(problem: &Problem, entry: &Entry, lang: Lang) -> Vec<TurnPart> {
    let words = words(lang);
    let (questions, study) = (&entry.questions, &entry.study);
    let mut parts = Vec::new();
    let mut add = |title: &str, defences: Vec<Item>| {
        parts.push(TurnPart {
            title: title.to_owned(),
            defences,
        });
    };
    if let Some(found) = &study.refutation {
        add(words.refutation, vec![refutation(problem, found, lang)]);
    }
    if let (Some(attempt), Some(outcome)) = (&questions.attempt, &study.attempt) {
        let item = tried(problem, attempt.moves(), outcome, lang);
        add(words.attempt, vec![item]);
    }
    if let Some(found) = &study.explanations {
        add(
            words.interpositions,
            explanations(problem, entry, found, lang),
        );
    } else if questions.explain && entry.row.plies.or(entry.row.plies_at_most).is_some() {
        let open = [
            "not worked out: the main line is not known",
            "本手順が未検討のため、検討していない",
        ];
        add(words.interpositions, vec![said(lang.of(open))]);
    }
    parts
}

/// A sentence alone.
fn said(sentence: &str) -> Item {
    Item {
        term: String::new(),
        place: sentence.to_owned(),
        how: String::new(),
        line: Line::empty(),
    }
}

/// The line of these moves, of which so many are not shown.
fn line(problem: &Problem, moves: &[Move], start: usize) -> Line {
    let given: Vec<Move> = moves.iter().map(|&mv| problem.to_given(mv)).collect();
    Line::new(problem, &given, start)
}

/// Why the line of a refutation ends.
fn ends(found: &Refutation, lang: Lang) -> &'static str {
    lang.of(match found.end {
        End::NoCheck if found.line.is_empty() => {
            ["the attacker has no check", "王手をかける手がない"]
        }
        End::NoCheck => ["no check is left", "王手が続かない"],
        End::Repetition => [
            "a position comes back: perpetual check",
            "同一局面に戻る（連続王手の千日手）",
        ],
        End::ChecksLeft => [
            "checks are left, none of which mates",
            "王手は続くが、どれも詰まない",
        ],
    })
}

fn refutation(problem: &Problem, found: &Refutation, lang: Lang) -> Item {
    Item {
        line: line(problem, &found.line, 0),
        ..said(ends(found, lang))
    }
}

fn tried(problem: &Problem, moves: &[Move], outcome: &Outcome, lang: Lang) -> Item {
    let given: Vec<Move> = moves.iter().map(|&mv| problem.to_given(mv)).collect();
    let mut whole = moves.to_vec();
    let (verdict, how) = match outcome {
        Outcome::Mate {
            plies,
            at_most,
            reading,
        } => {
            let left = reading.as_ref().filter(|it| !it.leftover.is_empty());
            let left = left.map(|it| japanese::hand(it.leftover));
            let left = left.map(|it| lang.of([format!("leaves {it}"), format!("駒余り {it}")]));
            whole.extend(reading.iter().flat_map(|Reading { line, .. }| line));
            let verdict = match plies {
                Some(plies) => lang.of([format!("mates: {plies}手"), format!("{plies}手で詰む")]),
                None => lang.of([
                    format!("mates in at most {at_most}; a shorter mate is not excluded"),
                    format!("{at_most}手以内で詰む（より短い詰みは未検討）"),
                ]),
            };
            (verdict, left.unwrap_or_default())
        }
        Outcome::Fails(found) => {
            whole.extend(found.iter().flat_map(|it| &it.line));
            let fails = ["fails: no mate, proven", "詰まない（証明済み）"];
            let how = found.as_ref().map_or("", |it| ends(it, lang));
            (lang.of(fails).to_owned(), how.to_owned())
        }
        Outcome::Unknown(_) => {
            let open = [
                "unknown: neither a mate nor its absence was proven",
                "詰むか詰まないか未検討",
            ];
            (lang.of(open).to_owned(), String::new())
        }
    };
    Item {
        term: japanese::write_line(problem.setup(), &given).join(" "),
        place: verdict,
        how,
        line: line(problem, &whole, 0),
    }
}

fn explanations(problem: &Problem, entry: &Entry, found: &Explanations, lang: Lang) -> Vec<Item> {
    let main = entry.line.iter();
    let main: Vec<Move> = main.map(|&mv| problem.to_normalised(mv)).collect();
    let groups = explained(&found.interpositions).into_iter();
    let mut items: Vec<Item> = groups
        .map(|group| {
            let it = group[0];
            let prefix = &main[..(it.ply as usize - 1).min(main.len())];
            let replies: Vec<Move> = group.iter().map(|it| it.mv).collect();
            let mut whole = prefix.to_vec();
            whole.extend([it.mv, it.capture]);
            Item {
                term: format!("{}手目 {}", it.ply, reply(problem, prefix, &replies)),
                place: String::new(),
                how: reason(it, lang),
                line: line(problem, &whole, prefix.len()),
            }
        })
        .collect();
    if !found.open.is_empty() {
        let moves = found.open.iter().map(|&(ply, mv)| {
            let prefix = &main[..(ply as usize - 1).min(main.len())];
            reply(problem, prefix, &[mv])
        });
        let moves = moves.collect::<Vec<_>>().join(" ");
        items.push(said(&lang.of([
            format!("not worked out within the limits: {moves}"),
            format!("制限のため未検討: {moves}"),
        ])));
    }
    if items.is_empty() {
        items.push(said(lang.of([
            "no interposition on the main line is set aside",
            "本手順に無駄合はない",
        ])));
    }
    items
}

/// Why an interposition does not count, or might not.
fn reason(it: &Explanation, lang: Lang) -> String {
    let verdict = if it.futile {
        ["futile", "無駄合"]
    } else {
        ["counts", "有効な合駒"]
    };
    let who = if it.by_checker {
        ["the checking piece takes", "王手した駒で取って"]
    } else {
        ["another piece takes", "別の駒で取って"]
    };
    let mate = |plies: u32| match plies {
        0 => ["mate".to_owned(), "詰み".to_owned()],
        n => [format!("mate in {n}"), format!("{n}手で詰み")],
    };
    let (after, without) = (mate(it.plies_after), mate(it.plies_without));
    let without = if it.plies_without == it.plies_after {
        [
            "as without it".to_owned(),
            "合駒しない場合と同じ".to_owned(),
        ]
    } else {
        [
            format!("without it {}", without[0]),
            format!("合駒しなければ{}", without[1]),
        ]
    };
    let grey = match it.grey {
        None => ["", ""],
        Some(Grey::NewReply) => [
            " · grey: it leaves a reply that was not there before",
            "（解釈が分かれる：以前になかった応手が生じる）",
        ],
        Some(Grey::DoubleCheck) => [
            " · grey: it takes with double check (間接両王手)",
            "（解釈が分かれる：間接両王手で取る）",
        ],
        Some(Grey::DiscoveredCheck) => [
            " · grey: the check is a third piece's",
            "（解釈が分かれる：王手するのは第三の駒）",
        ],
        Some(Grey::OtherPiece) => [
            " · grey: it is not the checking piece that takes",
            "（解釈が分かれる：取るのは王手した駒でない）",
        ],
    };
    lang.of([
        format!(
            "{}: {}, then {}, {}{}",
            verdict[0], who[0], after[0], without[0], grey[0]
        ),
        format!(
            "{}：{}{}、{}{}",
            verdict[1], who[1], after[1], without[1], grey[1]
        ),
    ])
}
