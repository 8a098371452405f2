//! The findings about a composition, and the verdict.

use crate::attributes::attribute::Attribute;
use crate::finding::rules::{Grade, Profile, Severity};
use crate::finding::solution::SolutionPositions;
use crate::length::composed::Composed;
use crate::rating::score::Rating;
use crate::search::{Answer, Exactness, StopReason};
use crate::shogi::{Hand, Move, Square};
use crate::vocabulary::QuestionKind;
pub use crate::vocabulary::{Kind, Verdict};
use std::cmp::Reverse;

/// The length of a mate, in composed plies from the start of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Exactly this length.
    Exactly(u32),
    /// This length or less: the exact length was not worked out within the limits.
    AtMost(u32),
}

/// Details of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// No details.
    Nothing,
    /// The mate is longer than the rest of the main line by this many plies; 0: as long.
    Longer(u32),
    /// The mate is longer than after the author's move by this many plies. It stands for [`Self::Longer`]
    /// if the rest of the author's line does not have the longest defence.
    LongerThanMove(u32),
    /// The mate never comes back to the solution. A mate that does is shorter.
    WithoutComingBack,
    /// The line comes back to the solution. No line that stays away was found within the limits.
    LineComesBack,
    /// This is proven up to this length in plies, and not beyond.
    Within(u32),
    /// The author gives this length in plies, and the composed length differs.
    Author(u32),
    /// The author gives this length in plies. It is the strict length, in which futile interpositions
    /// count.
    AuthorCountsFutile(u32),
    /// Best play lasts longer than the author's line of this length in plies.
    LongerThan(u32),
    /// The author's attacking move does not mate.
    AuthorMoveFails,
    /// The author's line, or its continuation in best play, comes back to the position after this
    /// many plies: by the rule of repetition the attacker has failed.
    AuthorLineRepeats(u32),
    /// The author's reply is not the longest defence.
    AuthorReplyShort,
    /// The author's reply lasts as long as the best one, but leaves the attacker more pieces over.
    AuthorReplyLeaves,
    /// The author's reply is an interposition that counts as futile.
    AuthorReplyFutile,
    /// The author's line stops before the mate.
    AuthorLineStops,
    /// The author's line continues with a move that cannot be played.
    AuthorLineBreaks,
    /// The author's line continues after the mate.
    AuthorLineGoesOn,
    /// The author gives this length of the brinkmate in plies, and another one is proven.
    BrinkmateAuthor(u32),
    /// The author's move does not force a brinkmate, or only a longer one.
    BrinkmateMoveFails,
    /// The author's reply is not the longest defence against a brinkmate.
    BrinkmateReplyShort,
    /// The author's line stops before the brinkmate is complete.
    BrinkmateLineStops,
    /// The author's line of a brinkmate continues with a move that cannot be played.
    BrinkmateLineBreaks,
    /// The line leaves these pieces.
    Leaves(Hand),
    /// The line leaves these pieces. Whether a defence without leftover would make it a longer
    /// variation was not worked out within the limits.
    LeavesPerhapsLonger(Hand),
    /// The finding is about the piece on this square.
    On(Square),
    /// With all grey interpositions futile, it is mate in this many plies with this leftover.
    IfGreyIsFutile(u32, Hand),
    /// The interposition is grey; if it were futile, length and leftover would be the same.
    GreyButTheSame,
}

/// A finding, with the line that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind.
    pub kind: Kind,
    /// The severity.
    pub severity: Severity,
    /// The moves before the finding: the main line up to there, or an equal line.
    pub before: Vec<Move>,
    /// The move in question, and the line after it. Empty if there is no such move.
    pub line: Vec<Move>,
    /// The author's move that the finding is about, if the line shows another in its place.
    pub authors_move: Option<Move>,
    /// The length of the mate that the line shows. `None` if it shows none.
    pub length: Option<Length>,
    /// Whether the finding is in an equal variation instead of the judged line.
    pub in_equal_variation: bool,
    /// Details.
    pub detail: Detail,
    /// Where a detour or a transposition is back in the solution; `line` ends there.
    pub back: Option<Rejoin>,
}

/// Where a detour or a transposition is back in the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejoin {
    /// The moves of the solution that lead to the same position from the start. The attacker may hold
    /// more after the detour.
    pub solution: Vec<Move>,
}

impl Finding {
    /// Makes a finding of the usual severity about the position after these moves.
    pub(crate) fn new(kind: Kind, before: &[Move]) -> Self {
        Self {
            kind,
            severity: kind.severity(),
            before: before.to_vec(),
            line: Vec::new(),
            authors_move: None,
            length: None,
            in_equal_variation: false,
            detail: Detail::Nothing,
            back: None,
        }
    }

    /// Returns the ply of the move in question, counted from 1.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.before.len() + 1
    }

    /// Replaces the length by an upper bound, and removes details that rest on the exact length.
    pub const fn set_bound(&mut self, plies: u32) {
        self.length = Some(Length::AtMost(plies));
        if matches!(self.detail, Detail::Longer(_) | Detail::LongerThanMove(_)) {
            self.detail = Detail::Nothing;
        }
    }
}

/// A move that was neither proven to mate nor refuted, or that mates as a finding of an unknown kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unresolved {
    /// The moves before it.
    pub before: Vec<Move>,
    /// The move: a check of the attacker, or a reply that may make an equal variation.
    pub mv: Move,
    /// Whether it is a check that mates. Then only its kind is not known.
    pub mates: bool,
    /// The kinds that a check that mates can have, the severest first. Empty if anything is
    /// possible.
    pub kinds: Vec<Kind>,
    /// The severity of the severest finding that it can become.
    pub worst: Severity,
}

impl Unresolved {
    /// Describes a move that may force another brinkmate (余必至).
    #[must_use]
    pub fn extra_brinkmate(before: &[Move], mv: Move) -> Self {
        Self {
            before: before.to_vec(),
            mv,
            mates: false,
            kinds: vec![Kind::ExtraBrinkmate],
            worst: Kind::ExtraBrinkmate.severity(),
        }
    }

    /// Describes the move of a finding that is not confirmed. `None` if the finding is not about a move.
    #[must_use]
    pub fn of(finding: &Finding) -> Option<Self> {
        Some(Self {
            before: finding.before.clone(),
            mv: *finding.line.first()?,
            mates: false,
            kinds: vec![finding.kind],
            worst: finding.severity,
        })
    }
}

/// A question about the whole composition that was not answered within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenQuestion {
    /// The question.
    pub kind: QuestionKind,
    /// The square of the piece that may be idle (無駄駒), if the question is about one.
    pub square: Option<Square>,
}

impl From<QuestionKind> for OpenQuestion {
    fn from(kind: QuestionKind) -> Self {
        Self { kind, square: None }
    }
}

impl OpenQuestion {
    /// Returns the severity of the severest finding that the answer can lead to.
    #[must_use]
    pub const fn worst(self) -> Severity {
        match self.kind {
            QuestionKind::GreyInterpositions => Kind::GreyInterposition.severity(),
            QuestionKind::IdlePiece => Kind::IdlePiece.severity(),
            QuestionKind::Solution
            | QuestionKind::Length
            | QuestionKind::Line
            | QuestionKind::StatedLength
            | QuestionKind::Leftover => Severity::Fatal,
        }
    }
}

/// Everything known about a composition. For a brinkmate problem, length and main line are those of the
/// brinkmate, or of a plain mate.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Length, main line and strict length, with the answers to the further questions.
    pub composed: Composed,
    /// The findings, in the order of severity, then of the main line.
    pub findings: Vec<Finding>,
    /// The open moves, whether or not they matter.
    pub unresolved: Vec<Unresolved>,
    /// The open questions about what was found. [`Judgement::open_questions`] has those about the solution, too.
    pub open_questions: Vec<OpenQuestion>,
    /// Idle pieces (無駄駒) that can be removed together. Empty if they are fewer than two.
    pub idle_together: Vec<Square>,
    /// For each move of the judged line: the composed length in plies if it is played, counted from
    /// before it.
    pub(crate) plies_if_played: Vec<u32>,
    /// The positions of the judged line and of those equal to it, if they are known.
    pub(crate) solution: Option<SolutionPositions>,
    /// The attributes of the composition, if the main line is known.
    pub attributes: Vec<Attribute>,
    /// The rating, if the attributes were asked for and the main line is known.
    pub rating: Option<Rating>,
    /// The number of other checks that were looked at.
    pub alternatives: usize,
    /// The number of the attacker's turns at which other checks were looked at.
    pub turns: usize,
    /// The other checks that do not mate, each with the moves before it.
    pub refuted: Vec<(Vec<Move>, Move)>,
    /// The limit that ended the work.
    pub stopped: Option<StopReason>,
    /// The search nodes that were given for each alternative.
    pub nodes_per_alternative: Option<u64>,
}

impl Judgement {
    /// Begins a judgement with this answer and the line that was found with it.
    pub(crate) fn begin(answer: Answer, line: Vec<Move>) -> Self {
        Self {
            composed: Composed::begin(answer, line),
            findings: Vec::new(),
            unresolved: Vec::new(),
            open_questions: Vec::new(),
            idle_together: Vec::new(),
            attributes: Vec::new(),
            rating: None,
            plies_if_played: Vec::new(),
            solution: None,
            alternatives: 0,
            turns: 0,
            refuted: Vec::new(),
            stopped: None,
            nodes_per_alternative: None,
        }
    }

    /// Sorts the findings by severity, the severest first, then by their place in the main line.
    pub(crate) fn sort_findings(&mut self) {
        self.findings.sort_by_key(|it| {
            let severity = Reverse(it.severity);
            (severity, it.kind, it.in_equal_variation, it.ply())
        });
    }

    /// Returns the findings of a kind, such as the cooks (余詰).
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |it| it.kind == kind)
    }

    /// Returns the open moves that could be a blemish or worse under these rules.
    pub fn unresolved(&self, profile: Profile) -> impl Iterator<Item = &Unresolved> {
        self.unresolved
            .iter()
            .filter(move |it| profile.grade(it.worst) >= Grade::Blemish)
    }

    /// Returns the open questions whose answer could be a blemish or worse under these rules.
    pub fn open_questions(&self, profile: Profile) -> impl Iterator<Item = OpenQuestion> {
        let all = self
            .question_about_solution()
            .map(OpenQuestion::from)
            .into_iter();
        all.chain(self.open_questions.iter().copied())
            .filter(move |it| profile.grade(it.worst()) >= Grade::Blemish)
    }

    /// Returns the open question that has to be answered before all others, if there is one.
    fn question_about_solution(&self) -> Option<QuestionKind> {
        let is_flawed = || {
            self.findings
                .iter()
                .any(|it| it.severity == Severity::Fatal)
        };
        let is_plain_mate = || self.findings.iter().any(|it| it.kind == Kind::PlainMate);
        match self.composed.answer {
            Answer::Unknown(_) if is_plain_mate() => Some(QuestionKind::Length),
            Answer::Unknown(_) => Some(QuestionKind::Solution),
            Answer::NoMate => None,
            Answer::Mate {
                exactness: Exactness::Shortest,
                ..
            } => (self.composed.reading.is_none() && !is_flawed()).then_some(QuestionKind::Line),
            Answer::Mate { .. } => Some(QuestionKind::Length),
        }
    }

    /// Returns the verdict under these rules.
    ///
    /// [`Verdict::NoMate`] also stands for no brinkmate. Otherwise the worst grade of a finding decides. The
    /// verdict is unknown if the worst answer to an open move or question would make it worse.
    #[must_use]
    pub fn verdict(&self, profile: Profile) -> Verdict {
        let is_none = |it: &Finding| matches!(it.kind, Kind::NoMate | Kind::NoBrinkmate);
        if self.findings.iter().any(is_none) {
            return Verdict::NoMate;
        }
        let grade = |severity| profile.grade(severity);
        let found = self.findings.iter().map(|it| grade(it.severity)).max();
        if found == Some(Grade::Fatal) {
            return Verdict::Flawed;
        }
        let unresolved = self.unresolved.iter().map(|it| grade(it.worst));
        let open_questions = self.open_questions(profile).map(|it| grade(it.worst()));
        let open = unresolved.chain(open_questions).max();
        if open == Some(Grade::Fatal) {
            return Verdict::Unknown;
        }
        match (found, open) {
            (Some(Grade::Blemish), _) => Verdict::Blemished,
            (_, Some(Grade::Blemish)) => Verdict::Unknown,
            _ => Verdict::Sound,
        }
    }
}
