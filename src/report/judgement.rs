//! The judgement of a composition, in the fields of a row and in words.

use super::finding::{Finding, OpenMove};
use super::groups::{FindingGroup, groups};
use super::keywords::{NoteKind, RowGrade};
use super::kinds::terms;
use super::row::{Limit, Row, Status, Verdict, rules};
use super::words::findings::{missed_question, said, sentence, what_it_can_be};
use super::words::{ply, term};
use super::{Lang, Notation, Said};
use crate::composition::rules::{Grade, Profile, Severity};
use crate::composition::verdict::{self, Judgement, Kind, Length};
use crate::composition::{Interpositions, Problem};
use crate::notation::{square_name, usi};
use crate::shogi::Move;

fn usi(problem: &Problem, line: &[Move]) -> Vec<String> {
    line.iter()
        .map(|&mv| usi::write_move(problem.to_given(mv)))
        .collect()
}

impl Row {
    /// Takes over the judgement of a composition under these rules.
    pub fn judge(
        &mut self,
        problem: &Problem,
        judgement: &Judgement,
        profile: Profile,
        interpositions: Interpositions,
    ) {
        let main = judgement.composed.reading.as_ref().map(|it| &it.line);
        let after = |before: &[Move]| match main {
            Some(main) if !main.starts_with(before) => usi(problem, before),
            _ => Vec::new(),
        };
        for group in groups(judgement) {
            let found = group.first;
            let (plies, plies_at_most) = match found.length {
                Some(Length::Exactly(plies)) => (Some(plies), None),
                Some(Length::AtMost(plies)) => (None, Some(plies)),
                None => (None, None),
            };
            let line = usi(problem, &found.line);
            let grade = profile.grade(found.severity);
            let finding = Finding {
                kind: terms(found.kind).0.into(),
                ply: Some(found.ply()),
                mv: line.first().cloned(),
                line,
                plies,
                plies_at_most,
                after: after(&found.before),
                back_at: (found.back.as_ref()).map(|it| usi(problem, &it.solution)),
                moves: match &group.moves[..] {
                    [_] => Vec::new(),
                    moves => usi(problem, moves),
                },
                replies: usi(problem, &group.replies()),
                squares: (group.squares.iter())
                    .map(|&it| square_name(problem.to_given_square(it)))
                    .collect(),
                grade: Some(grade.into()),
                note: said(problem, judgement, &group),
            };
            match grade {
                Grade::Fatal => self.defects.push(finding),
                Grade::Blemish => self.blemishes.push(finding),
                Grade::Minor | Grade::Remark => self.notes.push(finding),
            }
        }
        self.notes.extend(judgement.missed(profile).map(|it| {
            let note = Said::from(missed_question(problem, it)).map(|lang, what| {
                lang.of([format!("not worked out: {what}"), format!("未検討：{what}")])
            });
            Finding::note(NoteKind::NotDecided, note)
        }));
        let open = judgement.unresolved(profile).map(|it| OpenMove {
            ply: it.before.len() + 1,
            mv: usi::write_move(problem.to_given(it.mv)),
            mates: it.mates,
            names: (it.names.iter())
                .map(|&kind| terms(kind).0.into())
                .collect(),
            after: after(&it.before),
        });
        self.unresolved = Some(open.collect());
        self.rules = rules(profile, interpositions);
        self.verdict = match judgement.verdict(profile) {
            verdict::Verdict::Sound => Verdict::Sound,
            verdict::Verdict::Blemished => Verdict::Blemished,
            verdict::Verdict::Flawed => Verdict::Flawed,
            verdict::Verdict::NoMate => Verdict::NoMate,
            verdict::Verdict::Unknown => Verdict::Unknown,
        };
        let open = self
            .unresolved
            .as_ref()
            .is_some_and(|open| !open.is_empty());
        if let Some(reason) = judgement.stopped {
            self.limit = Some(Limit::from(reason));
            if open || self.verdict == Verdict::Unknown {
                self.status = Status::Limit;
            }
        } else if self.verdict == Verdict::Unknown {
            // Nothing ended the whole, but alternatives had a limit of their own.
            (self.status, self.limit) = (Status::Limit, Some(Limit::Nodes));
        }
    }
}

impl From<Grade> for RowGrade {
    fn from(grade: Grade) -> Self {
        match grade {
            Grade::Fatal => Self::Fatal,
            Grade::Blemish => Self::Blemish,
            Grade::Minor => Self::Minor,
            Grade::Remark => Self::Remark,
        }
    }
}

/// A finding in words, and the line that proves it. Duals found at one turn that differ in nothing
/// but the move are told together, with the line of the first.
pub(super) struct DescribedFinding {
    pub(super) severity: Severity,
    /// In an equal variation, not in the main line.
    pub(super) aside: bool,
    /// It is about what the author says, who wants to hear of it.
    pub(super) is_answer: bool,
    /// Where, and what: `ply 3  余詰 cook`.
    pub(super) what: String,
    /// The moves.
    pub(super) moves: Vec<String>,
    /// A sentence.
    pub(super) how: String,
    /// The line, from where it leaves the main line.
    pub(super) line: Vec<String>,
}

/// All findings in words.
pub(super) fn told(
    problem: &Problem,
    judgement: &Judgement,
    notation: Notation,
    lang: Lang,
) -> Vec<DescribedFinding> {
    let main = judgement.composed.reading.as_ref().map(|it| &it.line[..]);
    let mut told: Vec<DescribedFinding> = Vec::new();
    for group in groups(judgement) {
        let found = group.first;
        let mut whole = found.before.clone();
        whole.extend(&found.line);
        let texts = written(problem, &whole, notation);
        let moves = moves_of(problem, &group, notation);
        let is_of_the_whole = found.line.is_empty() || main == Some(&found.line[..]);
        let what = if is_of_the_whole || found.kind == Kind::NoMate {
            term(found.kind, lang)
        } else {
            format!("{}  {}", ply(found.ply(), lang), term(found.kind, lang))
        };
        let common = main.map_or(0, |main| {
            let same = found.before.iter().zip(main).take_while(|(a, b)| a == b);
            same.count()
        });
        told.push(DescribedFinding {
            severity: found.severity,
            aside: found.in_equal_variation,
            is_answer: found.kind == Kind::AuthorLine,
            what,
            moves: if is_of_the_whole { Vec::new() } else { moves },
            how: sentence(problem, judgement, &group, (lang, notation)),
            // The main line has been shown.
            line: if is_of_the_whole {
                Vec::new()
            } else {
                texts[common..].to_vec()
            },
        });
    }
    told
}

/// The moves that a group is about, as each is written where the first is found.
pub(super) fn moves_of(
    problem: &Problem,
    group: &FindingGroup<'_>,
    notation: Notation,
) -> Vec<String> {
    let written = group.moves.iter().filter_map(|&mv| {
        let mut whole = group.first.before.clone();
        whole.push(mv);
        written(problem, &whole, notation).pop()
    });
    written.collect()
}

/// The replies after which a group is the same, as each is written behind the move before it.
pub(super) fn replies_of(
    problem: &Problem,
    group: &FindingGroup<'_>,
    notation: Notation,
) -> Vec<String> {
    let replies = group.replies();
    let ways = (group.ways.iter()).filter(|way| way.last().is_some_and(|it| replies.contains(it)));
    let mut texts: Vec<String> =
        (ways.filter_map(|way| written(problem, way, notation).pop())).collect();
    let mut seen = Vec::new();
    texts.retain(|it| {
        let is_new = !seen.contains(it);
        seen.push(it.clone());
        is_new
    });
    texts
}

/// How much of what could change the verdict was left open.
pub(super) fn count_open(judgement: &Judgement, profile: Profile) -> usize {
    judgement.unresolved(profile).count() + judgement.missed(profile).count()
}

/// What was left open: the moves by turn (`ply 3`, and the moves), and what else could change the
/// verdict.
pub(super) fn open(
    problem: &Problem,
    judgement: &Judgement,
    profile: Profile,
    notation: Notation,
    lang: Lang,
) -> Vec<(String, Vec<String>)> {
    let main = judgement.composed.reading.as_ref().map(|it| &it.line[..]);
    let mut turns: Vec<(&[Move], String, Vec<String>)> = Vec::new();
    for it in judgement.unresolved(profile) {
        let mut whole = it.before.clone();
        whole.push(it.mv);
        let text = written(problem, &whole, notation).pop().unwrap_or_default();
        let text = if it.mates {
            text + &what_it_can_be(&it.names, lang)
        } else {
            text
        };
        match turns.last_mut() {
            Some((before, _, moves)) if *before == it.before => moves.push(text),
            _ => {
                let aside = main.is_some_and(|main| !main.starts_with(&it.before));
                let aside = if aside {
                    lang.of([" (in an equal variation)", "（変同手順）"])
                } else {
                    ""
                };
                let what = ply(it.before.len() + 1, lang) + aside;
                turns.push((&it.before, what, vec![text]));
            }
        }
    }
    let missed = judgement
        .missed(profile)
        .map(|it| (lang.of(missed_question(problem, it)), Vec::new()));
    turns
        .into_iter()
        .map(|(_, what, moves)| (what, moves))
        .chain(missed)
        .collect()
}

fn written(problem: &Problem, line: &[Move], notation: Notation) -> Vec<String> {
    let line: Vec<Move> = line.iter().map(|&mv| problem.to_given(mv)).collect();
    notation.write(problem.setup(), &line)
}

/// The kinds of what fails the composition or blemishes it, each once.
pub(super) fn reasons(judgement: &Judgement, profile: Profile) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for found in &judgement.findings {
        if profile.grade(found.severity) >= Grade::Blemish && !kinds.contains(&found.kind) {
            kinds.push(found.kind);
        }
    }
    kinds
}
