//! The attributes, each with the test that decides it.

/// An attribute. A number says how many, or how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Attribute {
    /// 盤面n枚: pieces on the board, kings included.
    BoardPieces(u32),
    /// 持駒n枚: pieces in the attacker's hand.
    HandPieces(u32),
    /// 使用駒n枚: both together.
    Pieces(u32),
    /// 双玉図式: the attacker has a king, too.
    TwoKings,
    /// 裸玉: the defender's king is alone on the board.
    BareKing,
    /// 双裸玉: the two kings are alone on the board.
    TwoBareKings,
    /// 無仕掛: no piece of the attacker is on the board at the start.
    Empty,
    /// 単騎図式: the attacker has exactly one piece on the board at the start, and it is not the
    /// king.
    SinglePiece,
    /// 単騎詰: the attacker has exactly one piece on the board at the mate.
    SinglePieceMate,
    /// 簡素図式: at most five pieces on the board and four in hand.
    Simple,
    /// 貧乏図式: neither gold nor silver.
    Poor,
    /// 小駒図式: neither rook nor bishop.
    Small,
    /// 飛角図式: only rooks and bishops.
    MajorOnly,
    /// 一色図式: all pieces but kings are of one kind.
    OneKind,
    /// 七色図式: all seven kinds of pieces are there, on the board or in the hand.
    SevenKinds,
    /// 実戦形: the defender's king is in its castle's corner as in a game, within three files of the
    /// edge and on its first three ranks, with the knight and the lance of that side at home.
    LikeAGame,
    /// 煙詰: at least 39 pieces on the board at the start, three at the mate.
    Smoke,
    /// 都詰: mate on the central square.
    CentreMate,
    /// 雪隠詰: mate in a corner.
    CornerMate,
    /// 還元玉: the king is mated where it started, having moved.
    ReturningKing,
    /// 捨駒: moves of the attacker whose piece is captured at once.
    Sacrifices(u32),
    /// 焦点の捨駒: sacrifices that two or more pieces could capture.
    FocalSacrifices(u32),
    /// 遠打: the greatest distance from the king at which a long-range piece is dropped, if not
    /// next to it. The neighbouring square has the distance 1.
    DistantDrop(u32),
    /// 限定打: long-range pieces dropped away from the king at the only distance that mates.
    ExactDrops(u32),
    /// 合駒: dropped interpositions.
    Interpositions(u32),
    /// 移動合: interpositions by pieces on the board.
    MovedInterpositions(u32),
    /// 中合: interpositions away from the king on squares that no piece but the king could guard.
    UnguardedInterpositions(u32),
    /// 逆王手: replies that give check.
    CounterChecks(u32),
    /// 不成: moves of the attacker that could promote and do not.
    NonPromotions(u32),
    /// 打歩詰: turns of the attacker at which a dropped pawn would mate and is therefore illegal.
    PawnDropMates(u32),
    /// 繰返し: how often the same moves are repeated without interruption, each time from the same
    /// or another place (趣向); three times at least.
    Repetitions(u32),
    /// 王手: legal checks at all turns of the attacker in the main line, a measure of difficulty.
    Checks(u32),
}
