//! Brinkmates (必至) and threats (詰めろ).

use super::answers::Judgement;
use super::options::Options;
use super::problem::Problem;
use super::solver::Solver;
use crate::certificate::Certificate;
use crate::composition::brinkmate::{self, Solution, State, Threat, Verdict};
use crate::question::Question;
use crate::search::{Progress, Uncertified};

impl Solver {
    /// Looks for the shortest brinkmate: all first moves that force it, the main line, and every
    /// defence of the final position with its mate.
    ///
    /// ```
    /// use tsume::{Options, Problem, Solver};
    ///
    /// let problem: Problem = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b BG2rb3g4s3n3l15p 1".parse()?;
    /// let solution = Solver::default().solve_brinkmate(&problem, &Options::new())?;
    /// assert_eq!(solution.plies(), Some(1));
    /// assert_eq!(problem.in_japanese(&solution.line), "▲４一角");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the defender is to move.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn solve_brinkmate(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Solution, OtherSideToMove> {
        self.solve_brinkmate_with(problem, options, |_| {})
    }

    /// The same, and reports the progress to an observer about ten times a second.
    ///
    /// # Errors
    /// If the defender is to move.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn solve_brinkmate_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        mut observer: impl FnMut(&Progress) + Send,
    ) -> Result<Solution, OtherSideToMove> {
        if !problem.attacker_to_move() {
            return Err(OtherSideToMove);
        }
        Ok(brinkmate::solve(
            &mut self.0,
            &problem.composition,
            &options.0,
            &mut observer,
        ))
    }

    /// Judges a brinkmate problem: whether there is a plain mate, and which other moves along the
    /// main line also force a brinkmate (余必至).
    ///
    /// # Errors
    /// If the defender is to move.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn check_brinkmate(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Judgement<Solution>, OtherSideToMove> {
        self.check_brinkmate_with(problem, options, |_| {})
    }

    /// The same, and reports the progress to an observer about ten times a second.
    ///
    /// # Errors
    /// If the defender is to move.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn check_brinkmate_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        mut observer: impl FnMut(&Progress) + Send,
    ) -> Result<Judgement<Solution>, OtherSideToMove> {
        if !problem.attacker_to_move() {
            return Err(OtherSideToMove);
        }
        let question = Question {
            author: problem.author(),
            ..options.0.clone()
        };
        let (solver, problem) = (&mut self.0, &problem.composition);
        let (judgement, solution) = brinkmate::check(solver, problem, &question, &mut observer);
        Ok(Judgement::of(solution, judgement, question.rules))
    }

    /// Answers whether a position with the defender to move is a threatmate or a brinkmate, and what
    /// comes of each defence.
    ///
    /// ```
    /// use tsume::composition::Goal;
    /// use tsume::composition::brinkmate::State;
    /// use tsume::{Options, Problem, Solver};
    ///
    /// let sfen = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";
    /// let problem = Problem::from_sfen_for(Goal::Threatmate, sfen)?;
    /// let threat = Solver::default().threat(&problem, &Options::new())?;
    /// assert_eq!(threat.state, State::Threatmate);
    /// let holds: Vec<_> = threat.holding().map(|mv| problem.in_japanese(&[mv])).collect();
    /// assert!(holds.contains(&"△２二金".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the attacker is to move.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn threat(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Threat, OtherSideToMove> {
        if problem.attacker_to_move() {
            return Err(OtherSideToMove);
        }
        let (problem, limits) = (&problem.composition, &options.0.limits);
        Ok(brinkmate::threat(&mut self.0, problem, limits, &mut |_| {}))
    }
}

impl Solver {
    /// Solves a brinkmate problem and returns certificates of the answer: that there is no mate, that
    /// there is a brinkmate within its length, and none within two plies fewer. With the defender to
    /// move, the certificate says whether the position is a brinkmate.
    ///
    /// There is none if the attacker mates at once, which [`Solver::certify`] certifies, or if the
    /// defender is to move in check. The limits hold anew for each certificate.
    ///
    /// # Errors
    /// If a limit is reached before anything is proven or while a certificate is made. Some proofs that
    /// there is none have no certificate, because they rest on interpositions that may be futile.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn certify_brinkmate(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Vec<Certificate>, Uncertified> {
        let (solver, composition) = (&mut self.0, &problem.composition);
        let (claims, limit) = if problem.attacker_to_move() {
            let found = brinkmate::solve(solver, composition, &options.0, &mut |_| {});
            let limit = match found.verdict {
                Verdict::Unknown { reason, .. } => Some(reason),
                _ => None,
            };
            (brinkmate::claims(&found), limit)
        } else {
            let limits = &options.0.limits;
            let found = brinkmate::threat(solver, composition, limits, &mut |_| {});
            let limit = match found.state {
                State::Unknown(reason) => Some(reason),
                _ => None,
            };
            let claim = brinkmate::claim_of_state(&found);
            (claim.into_iter().collect(), limit)
        };
        self.certificates(problem, claims, limit, options)
    }
}

/// The error for a problem with the wrong side to move: a brinkmate problem begins with the attacker, and
/// a question about a threat with the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the other side is to move: a brinkmate begins with the attacker, a threatmate with the defender"
)]
pub struct OtherSideToMove;
