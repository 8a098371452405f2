//! The kinds of findings: a table with a row for each.

use super::Severity;

/// Makes [`Kind`] from a table. A row has the name of the kind, its word, the English term and the Japanese
/// one; then the usual severity, whether the finding is about another check, and whether it is proven by a
/// mate.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident = $word:literal, $english:literal, $term:literal;
        $severity:ident, $is_other_check:ident, $is_proven_by_a_mate:ident;)+) => {
        words! {
            /// The kinds of defects, blemishes and remarks, the gravest first.
            Kind {
                $($(#[$doc])+ $kind = $word, $english, $term;)+
            }
        }

        impl Kind {
            /// Returns the word of the kind, which is its key in rows.
            #[must_use]
            pub const fn key(self) -> &'static str {
                self.word()
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

            /// Returns whether it is a cook if it is on the judged line. On an equal line it is only
            /// [`Self::EqualVariationCook`] (変同余詰).
            #[must_use]
            pub const fn is_cook(self) -> bool {
                matches!(self, Self::Cook | Self::EarlyMate | Self::LongerPromotionDual)
            }

            /// Returns whether the finding rests on a check that mates, so that the mate after this
            /// check is certified. Cooks in a variation that is not judged get no certificate.
            #[must_use]
            pub const fn is_proven_by_a_mate(self) -> bool {
                match self {
                    $(Self::$kind => $is_proven_by_a_mate,)+
                }
            }
        }
    };
}

const YES: bool = true;
const NO: bool = false;

kinds! {
    /// 不詰: the attacker cannot mate.
    NoMate = "no_mate", "no mate", "不詰"; Fatal, NO, NO;
    /// 必至なし: the attacker cannot force a brinkmate.
    NoBrinkmate = "no_brinkmate", "no brinkmate", "必至なし"; Fatal, NO, NO;
    /// 詰みあり: a brinkmate problem has a plain mate by checks.
    PlainMate = "plain_mate", "plain mate", "詰みあり"; Fatal, NO, NO;
    /// 早詰: there is a mate shorter than the author's.
    EarlyMate = "early_mate", "early mate", "早詰"; Fatal, NO, YES;
    /// 余詰: another check mates, without ever coming back to the main line.
    Cook = "cook", "cook", "余詰"; Fatal, YES, YES;
    /// 駒余り: the main line leaves pieces in the attacker's hand.
    Leftover = "leftover", "leftover", "駒余り"; Fatal, NO, NO;
    /// 変長: a variation that leaves pieces is longer than the line that leaves none.
    LongerVariation = "longer_variation", "longer variation", "変長"; Grave, NO, NO;
    /// 成不成非限定(長): the same move without promotion mates later, by other play.
    LongerPromotionDual = "longer_promotion_dual", "longer promotion dual", "成不成非限定(長)"; Grave, YES, YES;
    /// 手順前後: the same moves in another order.
    Transposition = "transposition", "transposition", "手順前後"; Heavy, YES, YES;
    /// 迂回(ロ): a detour that comes back to the main line later on, with loss of time.
    RejoiningDetour = "rejoining_detour", "rejoining detour", "迂回(ロ)"; Heavy, YES, YES;
    /// 変同余詰: a cook in an equal variation.
    EqualVariationCook = "equal_variation_cook", "cook in an equal variation", "変同余詰"; Heavy, YES, YES;
    /// 余必至: another move also forces a brinkmate.
    ExtraBrinkmate = "extra_brinkmate", "extra brinkmate", "余必至"; Heavy, NO, NO;
    /// 無駄駒: a piece without which nothing changes.
    IdlePiece = "idle_piece", "idle piece", "無駄駒"; Heavy, NO, NO;
    /// 作意と不一致: the author's line is not the main line.
    AuthorLine = "author_line", "author's line", "作意と不一致"; Grave, NO, NO;
    /// 最終手駒余り: the last move leaves pieces, and another last move would leave none.
    LastMoveLeftover = "last_move_leftover", "last-move leftover", "最終手駒余り"; Light, NO, NO;
    /// 変同: another defence lasts as long and leaves nothing either.
    EqualVariation = "equal_variation", "equal variation", "変同"; Minor, NO, NO;
    /// 迂回(イ): a detour that comes back to the position where it left the main line, or to an
    /// earlier one.
    ReturningDetour = "returning_detour", "returning detour", "迂回(イ)"; Minor, YES, YES;
    /// 成不成非限定: promoting or not makes no difference.
    PromotionDual = "promotion_dual", "promotion dual", "成不成非限定"; Minor, YES, YES;
    /// 打点・着手非限定: the distance of a long-range piece makes no difference.
    DistanceDual = "distance_dual", "distance dual", "打点・着手非限定"; Minor, YES, YES;
    /// 最終手余詰(長): at the last move, another check mates, but not at once.
    LongLastMoveDual = "long_last_move_dual", "longer last-move dual", "最終手余詰(長)"; Minor, YES, YES;
    /// 無駄合の解釈: the answer depends on which interpositions count as futile.
    GreyInterposition = "grey_interposition", "grey interposition", "無駄合の解釈"; Minor, NO, NO;
    /// 最終手余詰: at the last move, another check mates at once.
    LastMoveDual = "last_move_dual", "last-move dual", "最終手余詰"; Tolerated, YES, YES;
    /// 合駒非限定: another interposed piece is as good.
    InterpositionChoice = "interposition_choice", "interposition choice", "合駒非限定"; Tolerated, NO, NO;
    /// 左右対称: the mirror image of a move in a symmetrical position.
    MirrorDual = "mirror_dual", "mirror image", "左右対称"; Tolerated, YES, YES;
    /// 変化余詰: another check mates in a variation that lasts longer than the author's line. It is
    /// not a cook of the composition.
    VariationCook = "variation_cook", "cook in a variation", "変化余詰"; Info, YES, NO;
}
