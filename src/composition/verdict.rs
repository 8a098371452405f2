//! What is found in a composition, and what that makes of it.

use super::attributes::Attribute;
use super::composed::{Composed, Study};
use super::rules::{Grade, Profile, Severity};
use crate::search::StopReason;
use crate::shogi::{Hand, Move, Square};

/// The kinds of defects, blemishes and remarks, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// 不詰: the attacker cannot mate.
    NoMate,
    /// 早詰: there is a mate shorter than the author's.
    EarlyMate,
    /// 余詰: another check mates, without ever coming back to the main line.
    Cook,
    /// 駒余り: the main line leaves pieces in the attacker's hand.
    Leftover,
    /// 変長: a variation that leaves pieces is longer than the line that leaves none.
    LongerVariation,
    /// 手順前後: the same moves in another order.
    Transposition,
    /// 迂回(ロ): a detour that comes back to the main line later on, with loss of time.
    RejoiningDetour,
    /// 変同余詰: a cook in an equal variation.
    EqualVariationCook,
    /// 無駄駒: a piece without which nothing changes.
    IdlePiece,
    /// 作意と不一致: the author's line is not the main line.
    AuthorLine,
    /// 変同: another defence lasts as long and leaves nothing either.
    EqualVariation,
    /// 迂回(イ): a detour that comes back to where it left the main line, or before.
    ReturningDetour,
    /// 成不成非限定: promoting or not makes no difference.
    PromotionDual,
    /// 打点・着手非限定: the distance at which a slider is put makes no difference.
    DistanceDual,
    /// 最終手余詰(長): at the last move, another check mates, but not at once.
    LongLastMoveDual,
    /// 無駄合の解釈: the answer depends on which interpositions count as futile.
    GreyInterposition,
    /// 最終手余詰: at the last move, another check mates at once.
    LastMoveDual,
    /// 合駒非限定: another piece put between does as well.
    InterpositionChoice,
    /// 左右対称: the mirror image of a move in a symmetrical position.
    MirrorDual,
    /// 変化余詰: another check mates in a variation that lasts longer than the author's line. It is
    /// no cook of the work.
    VariationCook,
}

impl Kind {
    /// The usual severity; an equal variation at the last defence is less severe.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::NoMate | Self::EarlyMate | Self::Cook | Self::Leftover => Severity::Fatal,
            Self::LongerVariation | Self::AuthorLine => Severity::Grave,
            Self::Transposition
            | Self::RejoiningDetour
            | Self::EqualVariationCook
            | Self::IdlePiece => Severity::Heavy,
            Self::EqualVariation
            | Self::ReturningDetour
            | Self::PromotionDual
            | Self::DistanceDual
            | Self::LongLastMoveDual
            | Self::GreyInterposition => Severity::Minor,
            Self::LastMoveDual
            | Self::InterpositionChoice
            | Self::MirrorDual
            | Self::VariationCook => Severity::Info,
        }
    }
}

impl Kind {
    /// Whether it is about a check of the attacker that mates beside the move of the judged line.
    #[must_use]
    pub const fn is_other_check(self) -> bool {
        match self {
            Self::Cook
            | Self::Transposition
            | Self::RejoiningDetour
            | Self::EqualVariationCook
            | Self::ReturningDetour
            | Self::PromotionDual
            | Self::DistanceDual
            | Self::LongLastMoveDual
            | Self::LastMoveDual
            | Self::MirrorDual
            | Self::VariationCook => true,
            Self::NoMate
            | Self::EarlyMate
            | Self::Leftover
            | Self::LongerVariation
            | Self::IdlePiece
            | Self::AuthorLine
            | Self::EqualVariation
            | Self::GreyInterposition
            | Self::InterpositionChoice => false,
        }
    }

    /// Whether what it says rests on a check that mates, so that the mate after this check is certified.
    /// Of cooks in a variation the work is not judged by, no certificate is made.
    #[must_use]
    pub const fn is_proven_by_a_mate(self) -> bool {
        match self {
            Self::EarlyMate
            | Self::Cook
            | Self::Transposition
            | Self::RejoiningDetour
            | Self::EqualVariationCook
            | Self::ReturningDetour
            | Self::PromotionDual
            | Self::DistanceDual
            | Self::LongLastMoveDual
            | Self::LastMoveDual
            | Self::MirrorDual => true,
            Self::NoMate
            | Self::Leftover
            | Self::LongerVariation
            | Self::IdlePiece
            | Self::AuthorLine
            | Self::EqualVariation
            | Self::GreyInterposition
            | Self::InterpositionChoice
            | Self::VariationCook => false,
        }
    }
}

/// The length of a mate, in composed plies from the start of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many.
    Exactly(u32),
    /// So many or fewer: it was not worked out within the limits.
    AtMost(u32),
}

/// What else is to be said of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    Nothing,
    /// The mate is so many plies longer than what remains of the main line; 0: as long.
    Longer(u32),
    /// The author says so many plies, and the composed length is another one.
    Author(u32),
    /// Best play lasts longer than the author's line of so many plies.
    LongerThan(u32),
    /// The author's attacking move does not mate.
    AuthorMoveFails,
    /// The author's reply is not the longest defence.
    AuthorReplyShort,
    /// The author's reply lasts as long as the best one, but more is left over in the end.
    AuthorReplyLeaves,
    /// The author's reply is an interposition that counts as futile.
    AuthorReplyFutile,
    /// The author's line stops before the mate.
    AuthorLineStops,
    /// The author's line goes on with a move that cannot be played.
    AuthorLineBreaks,
    /// The author's line goes on behind the mate.
    AuthorLineGoesOn,
    /// The line leaves these pieces.
    Leaves(Hand),
    /// The line leaves these pieces, but another last move, this one, would leave none.
    LeavesButFor(Hand, Move),
    /// The line leaves these pieces; whether a defence that leaves nothing would make it a longer
    /// variation was not worked out within the limits.
    LeavesPerhapsLonger(Hand),
    /// The piece on this square.
    On(Square),
    /// With all grey interpositions futile it is a mate in so many plies which leaves these.
    IfGreyIsFutile(u32, Hand),
    /// The interposition is a grey one; if it were futile, length and leftover would be the same.
    GreyButTheSame,
}

/// Something found, with the line that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: Kind,
    /// How severe it is.
    pub severity: Severity,
    /// The moves that lead to where it is found: the main line up to there, or an equal one.
    pub before: Vec<Move>,
    /// The move it is about, and what follows. Empty when it is about no move.
    pub line: Vec<Move>,
    /// The length of the mate the line shows. `None` when it shows none.
    pub length: Option<Length>,
    /// Whether it is found in an equal variation, not in the judged line.
    pub in_equal_variation: bool,
    /// More about it.
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
    pub(super) fn new(kind: Kind, before: &[Move]) -> Self {
        Self {
            kind,
            severity: kind.severity(),
            before: before.to_vec(),
            line: Vec::new(),
            length: None,
            in_equal_variation: false,
            detail: Detail::Nothing,
            back: None,
        }
    }

    /// The ply of the move it is about, counted from 1.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.before.len() + 1
    }
}

/// A move that could be neither proven to mate nor refuted, or of which it is not known what it
/// comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The moves that lead there.
    pub before: Vec<Move>,
    /// The move: a check of the attacker, or a reply that may make an equal variation.
    pub mv: Move,
    /// It is a check that mates; how it is to be judged was not worked out.
    pub mates: bool,
    /// What a check that mates can be, the severest first. Empty where anything is open.
    pub names: Vec<Kind>,
    /// The severest thing it can come to.
    pub worst: Severity,
}

/// A question about the whole that the limits left without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenQuestion {
    /// Whether what is left over is a longer variation only (変長).
    Leftover,
    /// Whether the author's line is best play.
    AuthorLine,
    /// Whether the answer depends on which interpositions count as futile.
    GreyInterpositions,
    /// Whether the piece on this square is idle (無駄駒).
    IdlePiece(Square),
}

impl OpenQuestion {
    /// The severest thing it can come to.
    #[must_use]
    pub const fn worst(self) -> Severity {
        match self {
            Self::Leftover | Self::AuthorLine => Severity::Fatal,
            Self::GreyInterpositions => Kind::GreyInterposition.severity(),
            Self::IdlePiece(_) => Kind::IdlePiece.severity(),
        }
    }
}

/// What a composition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// 完全作: nothing above [`Grade::Minor`], and nothing open that could be.
    Sound,
    /// 完全作（キズあり）: a blemish, nothing fatal, and nothing open that could be fatal.
    Blemished,
    /// 不完全作: something fatal.
    Flawed,
    /// 不詰.
    NoMate,
    /// Not decided within the limits.
    Unknown,
}

/// Everything found out about a composition.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Length, main line and strict length.
    pub composed: Composed,
    /// What was found, in the order of severity, then of the main line.
    pub findings: Vec<Finding>,
    /// What was left open, whether or not it matters.
    pub unresolved: Vec<Unresolved>,
    /// What else was not worked out.
    pub missed: Vec<OpenQuestion>,
    /// Idle pieces (無駄駒) that can go together, not only each by itself; none of fewer than two.
    pub idle_together: Vec<Square>,
    /// The answers to what else was asked.
    pub study: Study,
    /// For each move of the judged line the composed length from before it, if it is played.
    pub(super) lasts: Vec<u32>,
    /// What the composition is like, if the main line is known.
    pub attributes: Vec<Attribute>,
    /// How many other checks were looked at, …
    pub alternatives: usize,
    /// … and at how many of the attacker's turns.
    pub turns: usize,
    /// Those of them that do not mate, each with the moves that lead to it.
    pub refuted: Vec<(Vec<Move>, Move)>,
    /// The limit that ended the work.
    pub stopped: Option<StopReason>,
}

impl Judgement {
    /// Returns the moves left open that could be a blemish or worse under these rules.
    pub fn unresolved(&self, profile: Profile) -> impl Iterator<Item = &Unresolved> {
        self.unresolved
            .iter()
            .filter(move |it| profile.grade(it.worst) >= Grade::Blemish)
    }

    /// Returns the questions left open whose answer could be a blemish or worse under these rules.
    pub fn missed(&self, profile: Profile) -> impl Iterator<Item = OpenQuestion> {
        self.missed
            .iter()
            .copied()
            .filter(move |it| profile.grade(it.worst()) >= Grade::Blemish)
    }

    /// Returns what the composition is under these rules. What is left open counts only where its
    /// worst reading would change the verdict.
    #[must_use]
    pub fn verdict(&self, profile: Profile) -> Verdict {
        if self.findings.iter().any(|it| it.kind == Kind::NoMate) {
            return Verdict::NoMate;
        }
        let grade = |severity| profile.grade(severity);
        let found = self.findings.iter().map(|it| grade(it.severity)).max();
        if found == Some(Grade::Fatal) {
            return Verdict::Flawed;
        }
        let unresolved = self.unresolved.iter().map(|it| grade(it.worst));
        let missed = self.missed.iter().map(|it| grade(it.worst()));
        let open = unresolved.chain(missed).max();
        if self.composed.reading.is_none() || open == Some(Grade::Fatal) {
            return Verdict::Unknown;
        }
        match (found, open) {
            (Some(Grade::Blemish), _) => Verdict::Blemished,
            (_, Some(Grade::Blemish)) => Verdict::Unknown,
            _ => Verdict::Sound,
        }
    }
}
