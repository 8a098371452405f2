//! The judgement of a composition, in the fields of a row.

use super::finding::{Finding, Member, Undecided};
use super::groups::{FindingGroup, groups};
use super::note::Note;
use super::row::{Row, rules};
use super::sentences::{of_group, of_one};
use super::unwritten::LookedAt;
use crate::composition::rules::Profile;
use crate::composition::verdict::{self, Judgement, Length, OpenQuestion};
use crate::composition::{Interpositions, Problem};
use crate::notation::{square_name, usi};
use crate::shogi::Move;
use crate::vocabulary::{Grade, Limit, Status, Verdict};

impl Row {
    /// Copies a judgement under these rules into the row.
    pub fn judge(
        &mut self,
        problem: &Problem,
        judgement: &Judgement,
        profile: Profile,
        interpositions: Interpositions,
    ) {
        let reading = judgement.composed.reading.as_ref();
        let main_line = reading.map(|it| &it.line[..]);
        let after = |before: &[Move]| match main_line {
            Some(main_line) if !main_line.starts_with(before) => usi::write_moves(before),
            _ => Vec::new(),
        };
        for group in groups(&judgement.findings) {
            let grade = profile.grade(group.first.severity);
            let note = of_group(problem, &group, &judgement.idle_together);
            let after = after(&group.first.before);
            let finding = Finding::of_group(problem, &group, grade, note, after);
            match grade {
                Grade::Fatal => self.defects.push(finding),
                Grade::Blemish => self.blemishes.push(finding),
                Grade::Minor | Grade::Remark => self.notes.push(finding),
            }
        }
        let moves = judgement.unresolved(profile).map(|open| Undecided {
            ply: Some(open.before.len() + 1),
            mv: Some(usi::write_move(open.mv)),
            mates: open.mates,
            names: (open.kinds.iter()).map(|kind| kind.key().into()).collect(),
            after: after(&open.before),
            before: usi::write_moves(&open.before),
            ..Undecided::default()
        });
        let moves: Vec<_> = moves.collect();
        self.unwritten.looked_at = Some(LookedAt {
            checks: judgement.alternatives,
            turns: judgement.turns,
            tolerated: judgement.unresolved.len() - moves.len(),
        });
        let questions = judgement
            .open_questions(profile)
            .map(Undecided::of_question);
        self.unresolved = Some(moves.into_iter().chain(questions).collect());
        self.rules = rules(profile, interpositions);
        self.verdict = match judgement.verdict(profile) {
            Verdict::NoMate if !self.goal.is_mate() => Verdict::NoBrinkmate,
            verdict => verdict,
        };
        self.add_limit(judgement);
    }

    /// Sets the limit that left something of a judgement open, and the status.
    fn add_limit(&mut self, judgement: &Judgement) {
        let is_open = self.count_open() > 0;
        if let Some(reason) = judgement.stopped {
            self.limit = Some(Limit::from(reason));
            if is_open || self.verdict == Verdict::Unknown {
                self.status = Status::Limit;
            }
        } else if self.verdict == Verdict::Unknown {
            // The whole judgement ended without a limit, but each alternative has its own limit of nodes.
            (self.status, self.limit) = (Status::Limit, Some(Limit::Nodes));
        } else if is_open && self.limit.is_none() {
            self.limit = Some(match judgement.nodes_per_alternative {
                Some(nodes) if nodes < u64::MAX => Limit::Nodes,
                _ => Limit::Settled,
            });
        }
    }
}

impl Undecided {
    fn of_question(question: OpenQuestion) -> Self {
        Self {
            question: Some(question.kind),
            square: question.square.map(square_name),
            ..Self::default()
        }
    }
}

impl Finding {
    /// Makes a finding before the judgement is complete, when it is not grouped with others. [`Finding::after`]
    /// has the moves before it.
    #[must_use]
    pub fn ungrouped(problem: &Problem, found: &verdict::Finding, profile: Profile) -> Self {
        let group = FindingGroup::new(0, found);
        let note = of_one(problem, found);
        let after = usi::write_moves(&found.before);
        Self::of_group(problem, &group, profile.grade(found.severity), note, after)
    }

    fn of_group(
        problem: &Problem,
        group: &FindingGroup<'_>,
        grade: Grade,
        note: Note,
        after: Vec<String>,
    ) -> Self {
        let found = group.first;
        let (plies, plies_at_most) = match found.length {
            Some(Length::Exactly(plies)) => (Some(plies), None),
            Some(Length::AtMost(plies)) => (None, Some(plies)),
            None => (None, None),
        };
        let line = usi::write_moves(&found.line);
        Self {
            kind: found.kind.key().into(),
            ply: Some(found.ply()),
            mv: line.first().cloned(),
            line,
            plies,
            plies_at_most,
            after,
            back_at: (found.back.as_ref()).map(|it| usi::write_moves(&it.solution)),
            moves: match &group.moves[..] {
                [_] => Vec::new(),
                moves => usi::write_moves(moves),
            },
            replies: usi::write_moves(&group.replies()),
            squares: (group.squares.iter()).map(|&it| square_name(it)).collect(),
            grade: Some(grade),
            note,
            before: usi::write_moves(&found.before),
            members: (group.members.iter())
                .map(|&(index, member)| Member::new(problem, index, member))
                .collect(),
        }
    }
}

impl Member {
    fn new(problem: &Problem, at: usize, found: &verdict::Finding) -> Self {
        Self {
            at,
            before: usi::write_moves(&found.before),
            line: usi::write_moves(&found.line),
            note: of_one(problem, found),
        }
    }
}
