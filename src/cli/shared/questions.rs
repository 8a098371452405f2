//! Options of `tsume solve` and `tsume check` that ask more questions about a problem.

use crate::answer::RowError;
use crate::cli::diagnostics::Form;
use crate::cli::values::{TryMoves, moves, number};
use crate::composition::{Goal, Questions};
use crate::input::Origin;
use crate::judge::{Complaint, ParsedProblem, attempt};
use crate::said::Said;
use crate::vocabulary::ErrorKind;
use clap::Args;

/// Options that ask for more than the usual answer.
#[derive(Args, Debug)]
#[command(next_help_heading = "Questions")]
pub struct QuestionArgs {
    /// Show the variations (変化), N levels deep
    ///
    /// With 1, every other defence at each turn of the main line, with its length, its leftover
    /// pieces and its line. With 2, also every other defence in these lines, and so on. Lengths are
    /// counted from the start.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=99))]
    pub variations: Option<u32>,

    /// Explain which interpositions in the main line are futile (無駄合), and why
    ///
    /// Cases on which opinions differ are marked, with the answer if they were futile, too.
    #[arg(long)]
    pub explain: bool,

    /// Try these moves (紛れ) from the start; the last one is the attacker's
    ///
    /// Moves are in USI, in Japanese, as in KIF or in English books: '3a3d+ 1d1e 3d1d', '▲３四飛成△１五玉▲１四龍',
    /// '34飛成(31)'. The answer is the length and the line of the mate, or the defender's escape. May be given
    /// several times.
    #[arg(long = "try", value_name = "MOVES", value_parser = moves)]
    pub attempts: Vec<TryMoves>,
}

impl QuestionArgs {
    /// Returns whether an option was given.
    #[must_use]
    pub fn any(&self) -> bool {
        self.first().is_some()
    }

    /// Returns every option, and whether it was given.
    #[must_use]
    pub fn given(&self) -> [(&'static str, bool); 3] {
        [
            ("--variations", self.variations.is_some()),
            ("--explain", self.explain),
            ("--try", !self.attempts.is_empty()),
        ]
    }

    /// Returns the first option that was given.
    #[must_use]
    pub fn first(&self) -> Option<&'static str> {
        let given = self.given();
        let first = given.into_iter().find(|(_, is_given)| *is_given);
        first.map(|(option, _)| option)
    }

    /// Returns the questions about this problem. `place` names the problem in reports.
    ///
    /// # Errors
    /// If its goal is not a mate, or the moves to try cannot be played. The error is reported, too.
    pub fn questions_about(
        &self,
        parsed: &ParsedProblem,
        place: &str,
    ) -> Result<Questions, Box<RowError>> {
        if let (Some(option), true) = (self.first(), parsed.goal != Goal::Mate) {
            let message = only_about_mates(option, parsed.goal);
            Form::Full.complain(
                &parsed.origin,
                &parsed.text,
                &Complaint::error(message.clone()),
            );
            return Err(Box::new(RowError::new(ErrorKind::Illegal, message, None)));
        }
        let mut attempts = Vec::new();
        for typed in &self.attempts {
            let moves = attempt(&typed.moves, &parsed.problem).map_err(|complaint| {
                let error = RowError::new(ErrorKind::Try, complaint.message.clone(), None);
                let message = complaint.message.clone().map(|_, text| text + place);
                let complaint = Complaint::error(message)
                    .at(complaint.span)
                    .with_help(complaint.help);
                Form::Full.complain(&Origin::new("--try", None), &typed.text, &complaint);
                Box::new(error)
            })?;
            attempts.push(moves);
        }
        Ok(Questions {
            variations: self.variations.unwrap_or(0),
            explain: self.explain,
            attempts,
            ..Questions::default()
        })
    }
}

/// Returns the error that an option is only about mates, but the problem has this goal.
fn only_about_mates(option: &str, goal: Goal) -> Said {
    let term = goal.term();
    Said::new(
        format!(
            "`{option}` is only about mates, and the goal of this problem is a {}: leave it out, or \
             ask for a mate with `--goal mate`",
            goal.name()
        ),
        format!(
            "{option} は詰みについてだけ使えるが、この問題の目的は{term}：省くか、--goal mate で詰みを問う"
        ),
    )
}
