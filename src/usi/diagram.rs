//! Reads the position that a GUI sends (`position …`), and makes the problem of it.

use super::command::shortened;
use super::options::Options;
use crate::answer::errors::{of_help, of_sfen};
use crate::answer::illegal::not_legal;
use crate::composition::{AttackerRule, DefenderHandRule, Problem, ProblemNote};
use crate::notation::sfen::{self, SfenError};
use crate::said::Said;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, Hand, Setup, Square};

/// A position from the GUI, with its moves made.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The problem: who has to mate whom.
    pub problem: Problem,
    /// Notes on conventions that decided how it was read.
    pub notes: Vec<Said>,
}

impl Diagram {
    /// Reads the line of a `position` command.
    ///
    /// If the line gives the defender no hand, the defender gets the rest of the pieces before the moves are played,
    /// because later the hand may have captures. The start of a handicap game is an exception: there pieces are
    /// missing.
    ///
    /// # Errors
    /// All errors in the line, with their places.
    pub fn parse(line: &str, options: &Options) -> Result<Self, Said> {
        let record = sfen::parse_all(line).map_err(|errors| in_words(line, &errors))?;
        let hands = match options.defender_hand {
            DefenderHandRule::Auto if begins_a_game(&record.setup) => DefenderHandRule::Given,
            stated => stated,
        };
        let problem = problem_of(&record.setup, hands, options);
        let problem = problem.map_err(|reasons| {
            let errors: Vec<_> = reasons.iter().map(|it| record.locate(it)).collect();
            in_words(line, &errors)
        })?;
        if record.moves.is_empty() {
            let notes = problem.notes().iter().copied();
            let notes = notes.filter_map(|it| note_in_words(it, hands)).collect();
            return Ok(Self { problem, notes });
        }
        let mut setup = problem.setup().clone();
        let legal = record.check_moves(&setup);
        legal.map_err(|error| in_words(line, &[error]))?;
        for &mv in &record.moves {
            let played = setup.play(mv);
            debug_assert!(played, "the move was checked");
        }
        let after = problem_of(&setup, DefenderHandRule::Given, options);
        let after = after.map_err(|reasons| {
            reasons_in_words(&reasons).map(|lang, text| {
                both!(lang, "after the moves: {text}", "指し手の後の局面：{text}")
            })
        })?;
        // The hand was filled in before the moves. The other notes are about the position after them.
        let filled_in = problem.notes().iter();
        let filled_in = filled_in.filter(|it| matches!(it, ProblemNote::DefenderHandFilledIn(_)));
        let notes = filled_in
            .chain(after.notes())
            .copied()
            .filter_map(|it| note_in_words(it, hands))
            .collect();
        Ok(Self {
            problem: after,
            notes,
        })
    }
}

/// Returns whether a game, perhaps with a handicap, begins with this position: every piece is on its initial square,
/// and the hands are empty.
fn begins_a_game(setup: &Setup) -> bool {
    let initial = sfen::parse("startpos").expect("it is well-formed").setup;
    let is_initial = |square: Square| {
        let piece = setup.piece_at(square);
        piece.is_none() || piece == initial.piece_at(square)
    };
    has_two_kings(setup) && setup.hands == [Hand::EMPTY; 2] && Square::all().all(is_initial)
}

/// Returns a note in words; `None` if a GUI does not need it.
fn note_in_words(note: ProblemNote, hands: DefenderHandRule) -> Option<Said> {
    let sentence = match note {
        ProblemNote::DefenderHandFilledIn(_) if matches!(hands, DefenderHandRule::Rest) => [
            "DefenderHand is rest: the defender holds the rest of the pieces, whatever hand the \
             position gives",
            "DefenderHand が rest なので、書かれた持駒によらず、玉方の持駒は残り全部とした",
        ],
        ProblemNote::DefenderHandFilledIn(_) => [
            "the position gives the defender no hand: the defender holds the rest of the pieces \
             (see DefenderHand)",
            "玉方の持駒が書かれていないので残り全部とした（DefenderHand で変えられる）",
        ],
        ProblemNote::AttackerInCheck => [
            "the side to move is in check and is taken for the attacker (see \
             RootIsDefenderIfChecked)",
            "手番の側に王手がかかっているが、攻方とみなした（RootIsDefenderIfChecked \
             で変えられる）",
        ],
        ProblemNote::PiecesMissing(_) => return None,
    };
    Some(sentence.into())
}

/// Returns whether both kings are on the board.
fn has_two_kings(setup: &Setup) -> bool {
    Color::ALL
        .into_iter()
        .all(|color| setup.kings(color).next().is_some())
}

/// Makes a problem of a setup. The options decide who attacks.
fn problem_of(
    setup: &Setup,
    hands: DefenderHandRule,
    options: &Options,
) -> Result<Problem, Vec<SetupProblem>> {
    let turn = setup.turn;
    let is_defender_to_move =
        options.root_is_defender_if_checked && has_two_kings(setup) && setup.in_check(turn);
    let attacker = match turn {
        _ if !is_defender_to_move => AttackerRule::Auto,
        Color::Black => AttackerRule::White,
        Color::White => AttackerRule::Black,
    };
    Problem::for_goal(options.goal, setup.clone(), attacker, hands)
}

/// Joins reasons that have no place in the line.
fn reasons_in_words(reasons: &[SetupProblem]) -> Said {
    let reasons: Vec<_> = reasons.iter().map(not_legal).collect();
    Said::list(&reasons, SEPARATOR)
}

/// The text between two sentences in one line, in both languages.
const SEPARATOR: [&str; 2] = ["; ", "、"];

/// Joins all errors in one line, each with its place.
fn in_words(line: &str, errors: &[SfenError]) -> Said {
    let errors: Vec<_> = errors
        .iter()
        .map(|error| {
            let text_there = line.get(error.span.clone()).unwrap_or("");
            let (column, text_there) = (error.span.start + 1, shortened(text_there));
            let help = error.help.map(of_help);
            of_sfen(&error.kind).map(|lang, mut text| {
                if let Some(help) = &help {
                    let help = help.in_lang(lang);
                    text += &both!(lang, " ({help})", "（{help}）");
                }
                lang.of(if text_there.is_empty() {
                    [
                        format!("{text} at byte {column}"),
                        format!("{text}、{column}バイト目"),
                    ]
                } else {
                    [
                        format!("{text} at byte {column}: `{text_there}`"),
                        format!("{text}、{column}バイト目の「{text_there}」"),
                    ]
                })
            })
        })
        .collect();
    Said::list(&errors, SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(line: &str) -> Problem {
        Diagram::parse(line, &Options::default()).unwrap().problem
    }

    #[test]
    fn every_form_of_a_position_is_read() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        for line in [
            format!("position sfen {sfen}"),
            format!("sfen {sfen}"),
            format!("position {sfen} moves"),
        ] {
            assert!(problem(&line).attacker_to_move(), "{line}");
        }
        let game = problem("position startpos moves 7g7f 3c3d 8h2b+");
        assert_eq!(game.attacker(), Color::White);
        assert!(game.setup().hands[0].has(crate::shogi::PieceKind::Bishop));
    }

    #[test]
    fn a_defender_holds_the_rest_before_the_moves() {
        let sfen = "position sfen 4k4/9/9/9/9/9/9/9/9 b 2G 1";
        let after = problem(&format!("{sfen} moves G*5b 5a5b"));
        let gold = crate::shogi::PieceKind::Gold;
        assert_eq!(after.setup().hands[1].count(gold), 3);
        assert_eq!(after.setup().missing(), crate::shogi::Hand::EMPTY);
        // The defender is to move.
        let check = problem(&format!("{sfen} moves G*5b"));
        assert!(!check.attacker_to_move());
        assert_eq!(check.attacker(), Color::Black);
    }

    #[test]
    fn with_two_kings_an_option_says_who_attacks() {
        let line = "position sfen 4k4/9/4p4/4K4/9/9/9/9/4r4 b R 1";
        assert_eq!(problem(line).attacker(), Color::Black);
        let options = Options {
            root_is_defender_if_checked: true,
            ..Options::default()
        };
        let diagram = Diagram::parse(line, &options).unwrap();
        assert_eq!(diagram.problem.attacker(), Color::White);
    }

    #[test]
    fn what_a_handicap_leaves_out_is_in_nobodys_hand() {
        let handicap = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        for moves in ["", " moves 3c3d", " moves 3c3d 7g7f"] {
            let line = format!("position sfen {handicap}{moves}");
            let diagram = Diagram::parse(&line, &Options::default()).unwrap();
            let setup = diagram.problem.setup();
            assert_eq!(setup.hands, [Hand::EMPTY; 2], "{moves}");
            assert!(diagram.notes.is_empty(), "{:?}", diagram.notes);
        }
    }

    #[test]
    fn an_option_says_what_a_silent_defender_holds() {
        let line = "position sfen 4k4/9/9/9/9/9/9/9/9 b 2G 1 moves G*5b 5a5b";
        let gold = crate::shogi::PieceKind::Gold;
        for (defender_hand, golds, notes) in [
            (DefenderHandRule::Auto, 3, 1),
            (DefenderHandRule::Given, 1, 0),
            (DefenderHandRule::Rest, 3, 1),
        ] {
            let options = Options {
                defender_hand,
                ..Options::default()
            };
            let diagram = Diagram::parse(line, &options).unwrap();
            let hand = diagram.problem.setup().hands[1];
            assert_eq!(hand.count(gold), golds, "{defender_hand:?}");
            assert_eq!(diagram.notes.len(), notes, "{defender_hand:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (line, message) in [
            (
                "position sfen 4k4/9/4P3/9/9/9/9/9/9 b G 1",
                "byte 21: `4P3`",
            ),
            ("position", "byte"),
            ("position startpos moves 7g7e", "`7g7e`"),
            ("position startpos moves 7g7f nonsense", "byte 32: `ns`"),
            ("position sfen 9/9/9/9/9/9/9/9/9 b G 1", "king"),
            ("position sfen kk7/9/9/9/9/9/9/9/9 b G 1", "king"),
        ] {
            let error = Diagram::parse(line, &Options::default()).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(message), "{line}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }
}
