//! The kinds of findings: a table with a row for each.

use super::rules::Severity;

/// Makes [`Kind`] from a table. A row has the name of the kind, its key in rows, the Japanese term and
/// the English one; then the usual severity, whether the finding is about another check, and whether
/// it is proven by a mate.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident = $key:literal, $term:literal, $english:literal,
        $severity:ident, $is_other_check:ident, $is_proven_by_a_mate:ident;)+) => {
        /// The kinds of defects, blemishes and remarks, the gravest first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])+ $kind,)+
        }

        impl Kind {
            /// All kinds, the gravest first.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Returns its key in rows.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$kind => $key,)+
                }
            }

            /// Returns the Japanese term.
            #[must_use]
            pub const fn term(self) -> &'static str {
                match self {
                    $(Self::$kind => $term,)+
                }
            }

            /// Returns the English term.
            #[must_use]
            pub const fn english(self) -> &'static str {
                match self {
                    $(Self::$kind => $english,)+
                }
            }

            /// Returns the usual severity; an equal variation at the last defence is less severe.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$kind => Severity::$severity,)+
                }
            }

            /// Returns whether the finding is about another check that mates beside the move of the
            /// judged line.
            #[must_use]
            pub const fn is_other_check(self) -> bool {
                match self {
                    $(Self::$kind => $is_other_check,)+
                }
            }

            /// Returns whether the finding rests on a check that mates, so that the mate after this
            /// check is certified. Cooks in a variation by which the composition is not judged get
            /// no certificate.
            #[must_use]
            pub const fn is_proven_by_a_mate(self) -> bool {
                match self {
                    $(Self::$kind => $is_proven_by_a_mate,)+
                }
            }
        }

        /// Writes the key in rows.
        impl std::fmt::Display for Kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.key())
            }
        }
    };
}

const YES: bool = true;
const NO: bool = false;

kinds! {
    /// 不詰: the attacker cannot mate.
    NoMate = "no_mate", "不詰", "no mate",
        Fatal, NO, NO;
    /// 必至なし: the attacker cannot force a brinkmate.
    NoBrinkmate = "no_brinkmate", "必至なし", "no brinkmate",
        Fatal, NO, NO;
    /// 詰みあり: a brinkmate problem has a plain mate by checks.
    PlainMate = "plain_mate", "詰みあり", "plain mate",
        Fatal, NO, NO;
    /// 早詰: there is a mate shorter than the author's.
    EarlyMate = "early_mate", "早詰", "early mate",
        Fatal, NO, YES;
    /// 余詰: another check mates, without ever coming back to the main line.
    Cook = "cook", "余詰", "cook",
        Fatal, YES, YES;
    /// 駒余り: the main line leaves pieces in the attacker's hand.
    Leftover = "leftover", "駒余り", "leftover",
        Fatal, NO, NO;
    /// 変長: a variation that leaves pieces is longer than the line that leaves none.
    LongerVariation = "longer_variation", "変長", "longer variation",
        Grave, NO, NO;
    /// 手順前後: the same moves in another order.
    Transposition = "transposition", "手順前後", "transposition",
        Heavy, YES, YES;
    /// 迂回(ロ): a detour that comes back to the main line later on, with loss of time.
    RejoiningDetour = "rejoining_detour", "迂回(ロ)", "rejoining detour",
        Heavy, YES, YES;
    /// 変同余詰: a cook in an equal variation.
    EqualVariationCook = "equal_variation_cook", "変同余詰", "cook in an equal variation",
        Heavy, YES, YES;
    /// 余必至: another move also forces a brinkmate.
    ExtraBrinkmate = "extra_brinkmate", "余必至", "extra brinkmate",
        Heavy, NO, NO;
    /// 無駄駒: a piece without which nothing changes.
    IdlePiece = "idle_piece", "無駄駒", "idle piece",
        Heavy, NO, NO;
    /// 作意と不一致: the author's line is not the main line.
    AuthorLine = "author_line", "作意と不一致", "author's line",
        Grave, NO, NO;
    /// 変同: another defence lasts as long and leaves nothing either.
    EqualVariation = "equal_variation", "変同", "equal variation",
        Minor, NO, NO;
    /// 迂回(イ): a detour that comes back to the position where it left the main line, or to an
    /// earlier one.
    ReturningDetour = "returning_detour", "迂回(イ)", "returning detour",
        Minor, YES, YES;
    /// 成不成非限定: promoting or not makes no difference.
    PromotionDual = "promotion_dual", "成不成非限定", "promotion dual",
        Minor, YES, YES;
    /// 打点・着手非限定: the distance of a long-range piece makes no difference.
    DistanceDual = "distance_dual", "打点・着手非限定", "distance dual",
        Minor, YES, YES;
    /// 最終手余詰(長): at the last move, another check mates, but not at once.
    LongLastMoveDual = "long_last_move_dual", "最終手余詰(長)", "long last move dual",
        Minor, YES, YES;
    /// 無駄合の解釈: the answer depends on which interpositions count as futile.
    GreyInterposition = "grey_interposition", "無駄合の解釈", "grey interposition",
        Minor, NO, NO;
    /// 最終手余詰: at the last move, another check mates at once.
    LastMoveDual = "last_move_dual", "最終手余詰", "last move dual",
        Info, YES, YES;
    /// 合駒非限定: another interposed piece is as good.
    InterpositionChoice = "interposition_choice", "合駒非限定", "interposition choice",
        Info, NO, NO;
    /// 左右対称: the mirror image of a move in a symmetrical position.
    MirrorDual = "mirror_dual", "左右対称", "mirror image",
        Info, YES, YES;
    /// 変化余詰: another check mates in a variation that lasts longer than the author's line. It is
    /// not a cook of the composition.
    VariationCook = "variation_cook", "変化余詰", "cook in a variation",
        Info, YES, NO;
}
