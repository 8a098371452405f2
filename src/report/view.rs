//! The parts of a judgement: findings by grade, and open moves and questions. Text, pages, records
//! and rows are made from them.

use super::groups::{FindingGroup, groups};
use super::words::findings::{said, sentence};
use super::words::open::{missed_question, what_it_can_be};
use super::words::{ply, term};
use super::{Entry, Lang, Notation, Said};
use crate::composition::Problem;
use crate::composition::rules::{Grade, Profile};
use crate::composition::verdict::{Finding, Judgement, Kind};
use crate::shogi::Move;

/// A judgement under a profile.
pub(super) struct JudgementView<'j> {
    pub problem: &'j Problem,
    pub judgement: &'j Judgement,
    pub profile: Profile,
    /// The findings; the same finding under several moves or replies is there once.
    pub findings: Vec<FindingView<'j>>,
}

/// A finding on its place in the judged line.
pub(super) struct FindingView<'j> {
    pub group: FindingGroup<'j>,
    pub grade: Grade,
    /// How many plies it has in common with the judged line.
    pub common: usize,
    /// Whether it is about the judged line as a whole, which is shown anyway.
    pub is_of_the_whole: bool,
    problem: &'j Problem,
    judgement: &'j Judgement,
}

/// Moves or a question that a limit left open.
pub(super) struct OpenPart {
    /// The ply, or the question.
    pub what: String,
    /// The moves at that ply.
    pub moves: Vec<String>,
}

impl<'j> JudgementView<'j> {
    /// Returns the judgement of an entry, if it was judged.
    pub fn of(entry: &'j Entry) -> Option<Self> {
        let (judgement, profile) = entry.judgement.as_ref()?;
        Some(Self::new(entry.problem.as_ref()?, judgement, *profile))
    }

    pub fn new(problem: &'j Problem, judgement: &'j Judgement, profile: Profile) -> Self {
        let main = judged_line(judgement);
        let view = |group: FindingGroup<'j>| {
            let found = group.first;
            let same = main.map_or(0, |main| {
                let same = found.before.iter().zip(main).take_while(|(a, b)| a == b);
                same.count()
            });
            FindingView {
                grade: profile.grade(found.severity),
                common: same,
                is_of_the_whole: found.line.is_empty() || main == Some(&found.line[..]),
                group,
                problem,
                judgement,
            }
        };
        Self {
            findings: groups(judgement).into_iter().map(view).collect(),
            problem,
            judgement,
            profile,
        }
    }

    /// Returns the findings of a grade.
    pub fn of_grade(&self, grade: Grade) -> impl Iterator<Item = &FindingView<'j>> {
        self.findings.iter().filter(move |it| it.grade == grade)
    }

    /// Returns the findings that are fatal or blemishes.
    pub fn grave(&self) -> impl Iterator<Item = &FindingView<'j>> {
        self.findings.iter().filter(|it| it.grade >= Grade::Blemish)
    }

    /// Returns the kinds of findings that are fatal or blemishes, each once.
    pub fn reasons(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for it in self.grave() {
            if !kinds.contains(&it.group.first.kind) {
                kinds.push(it.group.first.kind);
            }
        }
        kinds
    }

    /// Returns every finding by itself, with its grade.
    pub fn singly(&self) -> impl Iterator<Item = (&'j Finding, Grade)> {
        let findings = self.judgement.findings.iter();
        findings.map(|it| (it, self.profile.grade(it.severity)))
    }

    /// Returns how many moves and questions were left open that could change the verdict.
    pub fn count_open(&self) -> usize {
        self.judgement.unresolved(self.profile).count()
            + self.judgement.missed(self.profile).count()
    }

    /// Returns the open moves by turn, and the open questions.
    pub fn open(&self, notation: Notation, lang: Lang) -> Vec<OpenPart> {
        let main = judged_line(self.judgement);
        let mut turns: Vec<(&[Move], OpenPart)> = Vec::new();
        for it in self.judgement.unresolved(self.profile) {
            let mut whole = it.before.clone();
            whole.push(it.mv);
            let mut text = last_of(self.problem, &whole, notation).unwrap_or_default();
            if it.mates {
                text += &what_it_can_be(&it.names, lang);
            }
            match turns.last_mut() {
                Some((before, part)) if *before == it.before => part.moves.push(text),
                _ => {
                    let is_aside = main.is_some_and(|main| !main.starts_with(&it.before));
                    let aside = if is_aside {
                        lang.of([" (in an equal variation)", "（変同手順）"])
                    } else {
                        ""
                    };
                    let what = ply(it.before.len() + 1, lang) + aside;
                    let moves = vec![text];
                    turns.push((&it.before, OpenPart { what, moves }));
                }
            }
        }
        let questions = self.judgement.missed(self.profile).map(|it| OpenPart {
            what: lang.of(missed_question(self.problem, it)),
            moves: Vec::new(),
        });
        turns.into_iter().map(|it| it.1).chain(questions).collect()
    }
}

impl FindingView<'_> {
    pub fn kind(&self) -> Kind {
        self.group.first.kind
    }

    /// Returns the term of the art: `余詰 cook`.
    pub fn term(&self, lang: Lang) -> String {
        term(self.kind(), lang)
    }

    /// Returns the ply: `ply 3`.
    pub fn ply(&self, lang: Lang) -> String {
        ply(self.group.first.ply(), lang)
    }

    /// Returns the moves of the finding, written as in the position of the first one.
    pub fn moves(&self, notation: Notation) -> Vec<String> {
        let written = self.group.moves.iter().filter_map(|&mv| {
            let mut whole = self.group.first.before.clone();
            whole.push(mv);
            last_of(self.problem, &whole, notation)
        });
        written.collect()
    }

    /// Returns the place and the kind: `ply 3  余詰 cook`.
    pub fn place(&self, lang: Lang) -> String {
        if self.is_of_the_whole || self.kind() == Kind::NoMate {
            self.term(lang)
        } else {
            format!("{}  {}", self.ply(lang), self.term(lang))
        }
    }

    /// Returns the moves it is about, unless it is about the judged line as a whole.
    pub fn shown_moves(&self, notation: Notation) -> Vec<String> {
        if self.is_of_the_whole {
            Vec::new()
        } else {
            self.moves(notation)
        }
    }

    /// Returns the line from the start.
    pub fn whole_line(&self) -> Vec<Move> {
        let found = self.group.first;
        let whole = found.before.iter().chain(&found.line);
        whole.map(|&mv| self.problem.to_given(mv)).collect()
    }

    /// Returns the line from where it leaves the judged line.
    pub fn line(&self, notation: Notation) -> Vec<String> {
        let mut texts = notation.write(self.problem.setup(), &self.whole_line());
        texts.split_off(self.common)
    }

    /// Returns a sentence about it.
    pub fn sentence(&self, lang: Lang, notation: Notation) -> String {
        sentence(self.problem, self.judgement, &self.group, (lang, notation))
    }

    /// Returns that sentence in both languages.
    pub fn said(&self) -> Said {
        said(self.problem, self.judgement, &self.group)
    }
}

/// Returns the judged line, if there is one.
fn judged_line(judgement: &Judgement) -> Option<&[Move]> {
    judgement.composed.reading.as_ref().map(|it| &it.line[..])
}

/// Returns the last move of a line as it is written there.
pub(super) fn last_of(problem: &Problem, line: &[Move], notation: Notation) -> Option<String> {
    let line: Vec<Move> = line.iter().map(|&mv| problem.to_given(mv)).collect();
    notation.write(problem.setup(), &line).pop()
}
