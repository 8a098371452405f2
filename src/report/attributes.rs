//! Attributes of a composition, by name.

use super::Lang;
use super::finding::RowAttribute;
use crate::composition::attributes::Attribute;
use crate::composition::verdict::Judgement;

/// Returns the key, the Japanese term, and the number of an attribute.
const fn attribute(it: Attribute) -> (&'static str, &'static str, Option<u32>) {
    match it {
        Attribute::BoardPieces(n) => ("board_pieces", "盤面", Some(n)),
        Attribute::HandPieces(n) => ("hand_pieces", "持駒", Some(n)),
        Attribute::Pieces(n) => ("pieces", "使用駒", Some(n)),
        Attribute::TwoKings => ("two_kings", "双玉図式", None),
        Attribute::TwoBareKings => ("two_bare_kings", "双裸玉", None),
        Attribute::SevenKinds => ("seven_kinds", "七色図式", None),
        Attribute::LikeAGame => ("like_a_game", "実戦形?", None),
        Attribute::FocalSacrifices(n) => ("focal_sacrifices", "焦点の捨駒", Some(n)),
        Attribute::DistantDrop(n) => ("distant_drop", "遠打", Some(n)),
        Attribute::ExactDrops(n) => ("exact_drops", "限定打", Some(n)),
        Attribute::Repetitions(n) => ("repetitions", "繰返し", Some(n)),
        Attribute::Checks(n) => ("checks", "王手", Some(n)),
        Attribute::BareKing => ("bare_king", "裸玉", None),
        Attribute::Empty => ("no_attackers", "無仕掛", None),
        Attribute::SinglePiece => ("single_piece", "単騎図式", None),
        Attribute::SinglePieceMate => ("single_piece_mate", "単騎詰", None),
        Attribute::Simple => ("simple", "簡素図式", None),
        Attribute::Poor => ("no_gold_no_silver", "貧乏図式", None),
        Attribute::Small => ("small_pieces", "小駒図式", None),
        Attribute::MajorOnly => ("major_pieces", "飛角図式", None),
        Attribute::OneKind => ("one_kind", "一色図式", None),
        Attribute::Smoke => ("smoke", "煙詰", None),
        Attribute::CentreMate => ("centre_mate", "都詰", None),
        Attribute::CornerMate => ("corner_mate", "雪隠詰", None),
        Attribute::ReturningKing => ("returning_king", "還元玉", None),
        Attribute::Sacrifices(n) => ("sacrifices", "捨駒", Some(n)),
        Attribute::Interpositions(n) => ("interpositions", "合駒", Some(n)),
        Attribute::MovedInterpositions(n) => ("moved_interpositions", "移動合", Some(n)),
        Attribute::UnguardedInterpositions(n) => ("unguarded_interpositions", "中合", Some(n)),
        Attribute::CounterChecks(n) => ("counter_checks", "逆王手", Some(n)),
        Attribute::NonPromotions(n) => ("non_promotions", "不成", Some(n)),
        Attribute::PawnDropMates(n) => ("pawn_drop_mates", "打歩詰", Some(n)),
    }
}

impl From<Attribute> for RowAttribute {
    fn from(it: Attribute) -> Self {
        let (kind, _, count) = attribute(it);
        Self {
            kind: kind.into(),
            count,
        }
    }
}

/// Returns the attributes as Japanese terms: `盤面 3 ·`, `裸玉 ·`, `捨駒 2`. In English the keys
/// follow.
pub(super) fn attributes(judgement: &Judgement, lang: Lang) -> Vec<String> {
    let mut words: Vec<String> = judgement
        .attributes
        .iter()
        .map(|&it| {
            let (name, term, count) = attribute(it);
            let term = lang.of([
                format!("{term} {}", name.replace('_', " ")),
                term.to_owned(),
            ]);
            match count {
                Some(count) => format!("{term} {count} ·"),
                None => format!("{term} ·"),
            }
        })
        .collect();
    if let Some(last) = words.last_mut() {
        last.truncate(last.len() - " ·".len());
    }
    words
}
