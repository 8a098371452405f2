//! The attributes, each with the test that decides it.

/// Makes the attributes from a table: what each means, its key in rows, and its Japanese name.
macro_rules! attributes {
    ($($(#[$doc:meta])* $variant:ident $(($count:ident))? = $key:literal, $term:literal;)+) => {
        /// A property of a composition that has a name in tsume shogi. A number says how many, or how often.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Attribute {
            $($(#[$doc])* $variant $((attributes!(@ $count)))?,)+
        }

        impl Attribute {
            /// The key of each attribute with its Japanese name.
            pub const TERMS: &'static [(&'static str, &'static str)] = &[$(($key, $term)),+];

            /// Returns the key in rows, and the number if something is counted.
            #[must_use]
            pub fn key(self) -> (&'static str, Option<u32>) {
                match self {
                    $(Self::$variant $(($count))? => ($key, [$($count)?].first().copied()),)+
                }
            }
        }
    };
    (@ $count:ident) => { u32 };
}

attributes! {
    /// 盤面n枚: pieces on the board, kings included.
    BoardPieces(n) = "board_pieces", "盤面";
    /// 持駒n枚: pieces in the attacker's hand.
    HandPieces(n) = "hand_pieces", "持駒";
    /// 使用駒n枚: pieces on the board and in the attacker's hand together.
    Pieces(n) = "pieces", "使用駒";
    /// 双玉図式: the attacker has a king, too.
    TwoKings = "two_kings", "双玉図式";
    /// 裸玉: the defender's king is alone on the board.
    BareKing = "bare_king", "裸玉";
    /// 双裸玉: the two kings are alone on the board.
    TwoBareKings = "two_bare_kings", "双裸玉";
    /// 無仕掛: no piece of the attacker is on the board at the start.
    Empty = "no_attackers", "無仕掛";
    /// 単騎図式: the attacker has exactly one piece on the board at the start, and it is not the
    /// king.
    SinglePiece = "single_piece", "単騎図式";
    /// 単騎詰: the attacker has exactly one piece on the board at the mate.
    SinglePieceMate = "single_piece_mate", "単騎詰";
    /// 簡素図式: at most five pieces on the board and four in hand.
    Simple = "simple", "簡素図式";
    /// 貧乏図式: neither gold nor silver.
    Poor = "no_gold_no_silver", "貧乏図式";
    /// 小駒図式: neither rook nor bishop.
    Small = "small_pieces", "小駒図式";
    /// 飛角図式: only rooks and bishops.
    MajorOnly = "major_pieces", "飛角図式";
    /// 一色図式: all pieces but kings are of one kind.
    OneKind = "one_kind", "一色図式";
    /// 七色図式: all seven kinds of pieces are there, on the board or in the hand.
    SevenKinds = "seven_kinds", "七色図式";
    /// 実戦形: the defender's king looks castled as in a game. It is within three files of an edge and
    /// on its first three ranks, and the knight and lance of that edge are on their first squares.
    LikeAGame = "like_a_game", "実戦形?";
    /// 煙詰: at least 39 pieces on the board at the start, three at the mate.
    Smoke = "smoke", "煙詰";
    /// 都詰: mate on the central square.
    CentreMate = "centre_mate", "都詰";
    /// 雪隠詰: mate in a corner.
    CornerMate = "corner_mate", "雪隠詰";
    /// 還元玉: the king is mated where it started, having moved.
    ReturningKing = "returning_king", "還元玉";
    /// 捨駒: moves of the attacker whose piece is captured at once.
    Sacrifices(n) = "sacrifices", "捨駒";
    /// 焦点の捨駒: sacrifices that two or more pieces could capture.
    FocalSacrifices(n) = "focal_sacrifices", "焦点の捨駒";
    /// 遠打: the greatest distance from the king at which a long-range piece is dropped. Drops on
    /// neighbouring squares (distance 1) do not count.
    DistantDrop(n) = "distant_drop", "遠打";
    /// 限定打: long-range pieces dropped away from the king at the only distance that mates.
    ExactDrops(n) = "exact_drops", "限定打";
    /// 合駒: dropped interpositions.
    Interpositions(n) = "interpositions", "合駒";
    /// 移動合: interpositions by pieces on the board.
    MovedInterpositions(n) = "moved_interpositions", "移動合";
    /// 中合: interpositions away from the king on squares that no piece but the king could guard.
    UnguardedInterpositions(n) = "unguarded_interpositions", "中合";
    /// 逆王手: replies that give check.
    CounterChecks(n) = "counter_checks", "逆王手";
    /// 不成: moves of the attacker that could promote and do not.
    NonPromotions(n) = "non_promotions", "不成";
    /// 打歩詰: turns of the attacker at which a dropped pawn would mate and is therefore illegal.
    PawnDropMates(n) = "pawn_drop_mates", "打歩詰";
    /// 繰返し: how many times in a row the same moves come (趣向), at least three. They may start from
    /// another place each time.
    Repetitions(n) = "repetitions", "繰返し";
    /// 王手: legal checks at all turns of the attacker in the main line, a measure of difficulty.
    Checks(n) = "checks", "王手";
}
