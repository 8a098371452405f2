//! `position …`: the position a GUI means, and the problem it is.

use super::command::shortened;
use crate::notation::sfen::{self, SfenError, SfenErrorKind};
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, Setup};
use crate::tsume::{AttackerRule, DefenderHandRule, Problem};

/// A position that was sent, with its moves made.
#[derive(Clone, Debug)]
pub struct Diagram {
    setup: Setup,
    hands: DefenderHandRule,
}

impl Diagram {
    /// Reads the line of a `position` command.
    ///
    /// A defender whose hand nobody stated holds the rest before the first move, not after the
    /// last, when he may have taken something.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(line: &str, defender_if_checked: bool) -> Result<Self, String> {
        let record = sfen::parse_all(line).map_err(|errors| in_words(line, &errors))?;
        let problem = of(&record.setup, DefenderHandRule::Auto, defender_if_checked);
        let problem = problem.map_err(|reasons| {
            let errors: Vec<_> = reasons.iter().map(|it| record.locate(it)).collect();
            in_words(line, &errors)
        });
        if record.moves.is_empty() {
            problem?;
            return Ok(Self {
                setup: record.setup,
                hands: DefenderHandRule::Auto,
            });
        }
        let mut setup = problem?.setup().clone();
        let legal = record.check_moves(&setup);
        legal.map_err(|error| in_words(line, &[error]))?;
        for &mv in &record.moves {
            let played = setup.play(mv);
            debug_assert!(played, "the move was looked at");
        }
        let hands = DefenderHandRule::Given;
        let problem = of(&setup, hands, defender_if_checked);
        problem.map_err(|reasons| format!("after the moves: {}", placeless(reasons)))?;
        Ok(Self { setup, hands })
    }

    /// The problem: who attacks may depend on an option.
    ///
    /// # Errors
    /// Why it is none.
    pub fn problem(&self, defender_if_checked: bool) -> Result<Problem, String> {
        of(&self.setup, self.hands, defender_if_checked).map_err(placeless)
    }
}

fn of(
    setup: &Setup,
    hands: DefenderHandRule,
    defender_if_checked: bool,
) -> Result<Problem, Vec<SetupProblem>> {
    let turn = setup.turn;
    let two_kings = Color::ALL
        .iter()
        .all(|&it| setup.kings(it).next().is_some());
    let attacker = match turn {
        _ if !(defender_if_checked && two_kings && setup.in_check(turn)) => AttackerRule::Auto,
        Color::Black => AttackerRule::White,
        Color::White => AttackerRule::Black,
    };
    Problem::new(setup.clone(), attacker, hands)
}

fn placeless(reasons: Vec<SetupProblem>) -> String {
    let reasons = reasons.into_iter().map(SfenErrorKind::Problem);
    let reasons: Vec<_> = reasons.map(|it| it.to_string()).collect();
    reasons.join("; ")
}

/// All errors in one line, each with its place.
fn in_words(line: &str, errors: &[SfenError]) -> String {
    let errors: Vec<_> = errors
        .iter()
        .map(|error| {
            let place = line.get(error.span.clone()).unwrap_or("");
            let column = error.span.start + 1;
            let help = error.help.as_deref();
            let help = help.map_or(String::new(), |help| format!(" ({help})"));
            if place.is_empty() {
                format!("{error}{help} at byte {column}")
            } else {
                format!("{error}{help} at byte {column}: `{}`", shortened(place))
            }
        })
        .collect();
    errors.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(line: &str) -> Problem {
        let diagram = Diagram::parse(line, false).unwrap();
        diagram.problem(false).unwrap()
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
        let diagram = Diagram::parse(line, false).unwrap();
        assert_eq!(diagram.problem(false).unwrap().attacker(), Color::Black);
        assert_eq!(diagram.problem(true).unwrap().attacker(), Color::White);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (line, told) in [
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
            let error = Diagram::parse(line, false).unwrap_err();
            assert!(error.contains(told), "{line}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }
}
