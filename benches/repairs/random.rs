//! Random changes of sound problems.

use crate::{judged, playable};
use tsume::composition::repair::{Allowed, versions};
use tsume::composition::verdict::Verdict;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::search::Solver;
use tsume::shogi::Move;

/// Random numbers that are the same in every run.
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `n`.
    pub const fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Makes random changes until a sound problem is flawed, or with `mateless` has no mate.
pub fn made_flawed(
    (original, line): (&Problem, &[Move]),
    (edits, mateless): (u32, bool),
    allowed: &Allowed,
    (random, checker): (&mut Random, &mut Solver),
) -> Option<(Problem, Verdict)> {
    for _ in 0..50 {
        let mut problem = original.clone();
        for _ in 0..edits {
            let all = versions(&problem, allowed);
            let kind = allowed.kinds[random.below(allowed.kinds.len())];
            let some: Vec<_> = (all.into_iter())
                .filter(|it| it.edits[0].kind() == kind)
                .collect();
            if some.is_empty() {
                continue;
            }
            let setup = some[random.below(some.len())].setup.clone();
            let made = Problem::new(setup, AttackerRule::Black, DefenderHandRule::Given);
            problem = made.expect("versions are legal");
        }
        let setup = problem.normalised();
        let authors = playable(setup, line).line;
        let (verdict, _) = judged(checker, setup, &authors, Some(2_000_000));
        let is_broken = verdict == Verdict::Flawed || mateless && verdict == Verdict::NoMate;
        if is_broken && problem != *original {
            return Some((problem, verdict));
        }
    }
    None
}
