//! Advice on errors.

/// Advice on how to correct an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Help {
    /// A move in the place of a diagram.
    #[error("this looks like a move of a KIF file")]
    KifMove,
    /// A rank in two parts. The number is that of the first part, from 1.
    #[error("ranks {0} and {next} together have nine squares", next = .0 + 1)]
    SplitRank(usize),
    /// A full-width blank.
    #[error("write an ordinary space")]
    OrdinarySpace,
    /// A full-width character.
    #[error("write {0}")]
    Write(char),
    /// The only king is the attacker's.
    #[error("the side to move attacks, unless its own king is the only one and in check")]
    SideToMoveAttacks,
    /// The side that attacks was given, and it does not fit the diagram.
    #[error("the side that attacks is given: leave it out, or give the other side")]
    AttackerIsGiven,
    /// A threat is asked for, and the side to move seems to be the attacker.
    #[error("whether there is a threatmate is asked for: the side to move defends")]
    SideToMoveDefends,
    /// A brinkmate is asked for, and the defender seems to be to move.
    #[error("with the defender to move, `--goal threatmate` tells what the position is")]
    DefenderToMove,
    /// A side is in check that is not to move.
    #[error("a problem begins before the first check, or with the checked side to move")]
    BeforeTheCheck,
    /// Two pawns on a file.
    #[error("a promoted pawn is written +P")]
    PromotedPawn,
    /// Several pieces can make the move.
    #[error("write which piece moves, or add the square it leaves: (31)")]
    SayWhich,
    /// A move in no known notation.
    #[error(
        "a move names a square, or 同, and a piece: ３四飛成, 同玉; or it is one in USI: 3a3d+"
    )]
    MoveForm,
    /// A mark of White where Black is to move.
    #[error("Black is to move, ▲ or ☗; the mark may be left out")]
    BlackToMove,
    /// A mark of Black where White is to move.
    #[error("White is to move, △ or ☖; the mark may be left out")]
    WhiteToMove,
    /// A promoted piece in the move with which it promotes.
    #[error("a move that promotes names the piece as it was before: ３四飛成")]
    OldName,
    /// Moves without the word before them.
    #[error("write `moves` before the moves")]
    WordMoves,
    /// A rank of a CSA diagram.
    #[error("a square takes three characters: ` * `, `+FU`, `-FU`")]
    ThreeCharacters,
    /// A CSA move before the side to move.
    #[error("a line `+` or `-` must name the side to move first")]
    TurnFirst,
    /// A CSA move.
    #[error(
        "a move is a sign, the square of origin, the destination, and the piece after the \
             move: `+3134RY`"
    )]
    CsaMove,
    /// A line that begins with a number.
    #[error("a move follows its number, in KI2 ▲ or △")]
    MoveAfterNumber,
    /// A line that may be meant as a header or a comment.
    #[error("a header has a colon after its name, a comment begins with `*`")]
    HeaderOrComment,
    /// A header that may be a hand.
    #[error("a hand has a name such as 先手の持駒, 後手の持駒 or 持駒, the attacker's")]
    NameTheHand,
    /// A move with another number than the next.
    #[error("the move numbers have a gap: a move or a line 変化 may be missing")]
    MoveMissing,
}
