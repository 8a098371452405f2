//! Sentences of every kind, in both languages.

use super::*;
use crate::answer::finding::Undecided;
use crate::composition::verdict::Rejoin;
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::notation::usi;
use crate::shogi::PieceKind;
use crate::vocabulary::{Lang, Notation, QuestionKind};

fn problem() -> Problem {
    let text = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
    let setup = sfen::parse(text).unwrap().setup;
    Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap()
}

/// Returns a sentence in English with moves in USI, and in Japanese.
fn both(problem: &Problem, found: &Finding) -> [String; 2] {
    let note = of_one(problem, found);
    [
        note.written(Lang::English, Notation::Usi, problem.setup()),
        note.written(Lang::Japanese, Notation::Japanese, problem.setup()),
    ]
}

fn details() -> Vec<Detail> {
    let hand = Hand::EMPTY.add(PieceKind::Gold);
    let square = Square::new(2, 4);
    vec![
        Detail::Nothing,
        Detail::Longer(0),
        Detail::Longer(2),
        Detail::LongerThanMove(0),
        Detail::LongerThanMove(2),
        Detail::Author(3),
        Detail::Author(99),
        Detail::AuthorCountsFutile(5),
        Detail::AuthorMoveFails,
        Detail::AuthorLineRepeats(0),
        Detail::AuthorLineRepeats(2),
        Detail::AuthorReplyShort,
        Detail::AuthorReplyLeaves,
        Detail::AuthorReplyFutile,
        Detail::AuthorLineStops,
        Detail::AuthorLineBreaks,
        Detail::AuthorLineGoesOn,
        Detail::Leaves(hand),
        Detail::LeavesPerhapsLonger(hand),
        Detail::On(square),
        Detail::IfGreyIsFutile(3, hand),
        Detail::IfGreyIsFutile(3, Hand::EMPTY),
        Detail::GreyButTheSame,
    ]
}

#[test]
fn every_kind_of_finding_has_its_sentence_in_japanese() {
    let problem = problem();
    let line: Vec<_> = "3a3d+ 1d1e 3d2d 1e1f 2d2f"
        .split(' ')
        .map(|it| usi::parse_move(it).unwrap())
        .collect();
    let mut said = 0;
    for (kind, detail) in Kind::ALL
        .iter()
        .copied()
        .flat_map(|kind| details().into_iter().map(move |it| (kind, it)))
    {
        for length in [None, Some(Length::Exactly(5)), Some(Length::AtMost(5))] {
            for (line, aside) in [(&line[..], false), (&line[..1], true), (&[], false)] {
                let found = Finding {
                    kind,
                    severity: kind.severity(),
                    before: Vec::new(),
                    line: line.to_vec(),
                    authors_move: (!aside).then_some(line).and_then(|it| it.first().copied()),
                    length,
                    in_equal_variation: aside,
                    detail,
                    back: None,
                };
                let [english, japanese] = both(&problem, &found);
                assert_ne!(english, japanese, "{kind:?} {detail:?}");
                assert!(!japanese.is_empty() && !english.is_empty());
                let is_english = japanese.contains(|c: char| c.is_ascii_alphabetic());
                assert!(!is_english, "{kind:?} {detail:?}: {japanese}");
                said += 1;
            }
        }
    }
    assert_eq!(said, Kind::ALL.len() * details().len() * 9);
}

#[test]
fn every_open_question_is_asked_in_japanese() {
    for &it in QuestionKind::ALL {
        let open = Undecided {
            question: Some(it),
            square: Some("3e".to_owned()),
            ..Undecided::default()
        };
        let said = open.question_in_words(&problem()).unwrap();
        let japanese = said.in_lang(Lang::Japanese);
        let is_english = japanese.contains(|c: char| c.is_ascii_alphabetic());
        assert!(!is_english && !japanese.is_empty(), "{it:?}: {japanese}");
    }
}

#[test]
fn a_sentence_names_lengths_and_pieces() {
    let problem = problem();
    let hand = Hand::EMPTY.add(PieceKind::Gold).add(PieceKind::Pawn);
    let said = |kind: Kind, detail| {
        let found = Finding {
            kind,
            severity: kind.severity(),
            before: Vec::new(),
            line: "3a3d+ 1d1e 3d2d 1e1f 2d2f"
                .split(' ')
                .map(|it| usi::parse_move(it).unwrap())
                .collect(),
            authors_move: Some(usi::parse_move("3a2a").unwrap()),
            length: Some(Length::Exactly(5)),
            in_equal_variation: false,
            detail,
            back: None,
        };
        both(&problem, &found)
    };
    for (kind, detail, expected) in [
        (
            Kind::Cook,
            Detail::Longer(2),
            [
                "mates in 5, 2 plies later than the main line",
                "5手で詰む（本手順より2手長い）",
            ],
        ),
        (
            Kind::LastMoveLeftover,
            Detail::Leaves(hand),
            [
                "the main line leaves GP; with 2d2f in place of the last move nothing is left",
                "本手順で金・歩が余る（最終手を▲２六龍とすれば余らない）",
            ],
        ),
        (
            Kind::EarlyMate,
            Detail::Author(7),
            ["mates in 5; the author needs 7", "5手で詰む（作意は7手）"],
        ),
        (
            Kind::AuthorLine,
            Detail::LongerThan(3),
            [
                "the author's defence 3a2a is not the longest: 5 > 3",
                "作意の応手▲２一飛不成は最長でない：5手＞3手",
            ],
        ),
        (
            Kind::IdlePiece,
            Detail::On(Square::new(2, 4)),
            [
                "without the bishop on 3e nothing changes",
                "３五角がなくても何も変わらない",
            ],
        ),
    ] {
        assert_eq!(said(kind, detail), expected.map(str::to_owned));
    }
}

/// Returns a sentence about a detour with this line after these moves, back after the last ones.
fn detour(sfen: &str, kind: Kind, [before, line, back]: [&str; 3]) -> [String; 2] {
    let setup = sfen::parse(sfen).unwrap().setup;
    let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap();
    let moves = |text: &str| -> Vec<Move> {
        let moves = text.split_whitespace().map(usi::parse_move);
        moves.collect::<Result<_, _>>().unwrap()
    };
    let found = Finding {
        kind,
        severity: kind.severity(),
        before: moves(before),
        line: moves(line),
        authors_move: None,
        length: Some(Length::Exactly(9)),
        in_equal_variation: false,
        detail: Detail::Nothing,
        back: Some(Rejoin {
            solution: moves(back),
        }),
    };
    both(&problem, &found)
}

/// The solution begins with G*1d 1c1b G*1c; G*1d 1c2b G*2c 2b1a is an equal line.
#[test]
fn a_detour_says_in_which_line_it_is_back() {
    let golds = "9/9/8k/9/9/6SN1/9/9/9 b 3G 1";
    let way = |back| ["G*1d 1c1b", "G*2c 1b1a", back];
    assert_eq!(
        detour(golds, Kind::Transposition, way("G*1d 1c2b G*2c 2b1a")),
        [
            "mates in 9, by joining another line of the solution: after ply 4 it is at the position \
             after G*1d 1c2b G*2c 2b1a",
            "9手で詰むが、同手数の別の手順に合流するだけ：4手目で\
             ▲１四金 △２二玉 ▲２三金打 △１一玉の局面になる",
        ]
    );
    assert_eq!(
        detour(golds, Kind::Transposition, way("G*1d 1c1b G*2c 1b1a")),
        [
            "mates in 9, the same way in another order: back in the solution after ply 4",
            "9手で詰むが、手順が前後するだけ：4手目で本手順に合流する",
        ]
    );
    // A pawn that was interposed and captured is in hand.
    let lance = "5S3/8k/9/9/7L+S/9/9/9/9 b L2r2b4g2s4n2l18p 1";
    let line = ["", "L*1d P*1c 1d1c+ 1b1c", "L*1c 1b1c"];
    assert_eq!(
        detour(lance, Kind::RejoiningDetour, line),
        [
            "mates in 9, only by a detour: after ply 4 it is back at the position after ply 2 of the \
             solution (with P more in hand)",
            "9手で詰むが、遠回りするだけ：4手目で本手順の2手目の局面に戻る（持駒に歩が加わっている）",
        ]
    );
    assert_eq!(
        detour(lance, Kind::ReturningDetour, ["", "", ""])[0],
        "mates in 9, only by going back: after ply 0 it is back at the diagram"
    );
}
