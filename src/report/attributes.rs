//! Attributes of a composition, by name.

use super::Lang;
use super::finding::RowAttribute;
use crate::composition::attributes::Attribute;

/// The keys of attributes with their Japanese terms.
const TERMS: [(&str, &str); 32] = [
    ("board_pieces", "盤面"),
    ("hand_pieces", "持駒"),
    ("pieces", "使用駒"),
    ("two_kings", "双玉図式"),
    ("two_bare_kings", "双裸玉"),
    ("seven_kinds", "七色図式"),
    ("like_a_game", "実戦形?"),
    ("focal_sacrifices", "焦点の捨駒"),
    ("distant_drop", "遠打"),
    ("exact_drops", "限定打"),
    ("repetitions", "繰返し"),
    ("checks", "王手"),
    ("bare_king", "裸玉"),
    ("no_attackers", "無仕掛"),
    ("single_piece", "単騎図式"),
    ("single_piece_mate", "単騎詰"),
    ("simple", "簡素図式"),
    ("no_gold_no_silver", "貧乏図式"),
    ("small_pieces", "小駒図式"),
    ("major_pieces", "飛角図式"),
    ("one_kind", "一色図式"),
    ("smoke", "煙詰"),
    ("centre_mate", "都詰"),
    ("corner_mate", "雪隠詰"),
    ("returning_king", "還元玉"),
    ("sacrifices", "捨駒"),
    ("interpositions", "合駒"),
    ("moved_interpositions", "移動合"),
    ("unguarded_interpositions", "中合"),
    ("counter_checks", "逆王手"),
    ("non_promotions", "不成"),
    ("pawn_drop_mates", "打歩詰"),
];

impl From<Attribute> for RowAttribute {
    fn from(it: Attribute) -> Self {
        let (kind, count) = match it {
            Attribute::BoardPieces(n) => ("board_pieces", Some(n)),
            Attribute::HandPieces(n) => ("hand_pieces", Some(n)),
            Attribute::Pieces(n) => ("pieces", Some(n)),
            Attribute::TwoKings => ("two_kings", None),
            Attribute::TwoBareKings => ("two_bare_kings", None),
            Attribute::SevenKinds => ("seven_kinds", None),
            Attribute::LikeAGame => ("like_a_game", None),
            Attribute::FocalSacrifices(n) => ("focal_sacrifices", Some(n)),
            Attribute::DistantDrop(n) => ("distant_drop", Some(n)),
            Attribute::ExactDrops(n) => ("exact_drops", Some(n)),
            Attribute::Repetitions(n) => ("repetitions", Some(n)),
            Attribute::Checks(n) => ("checks", Some(n)),
            Attribute::BareKing => ("bare_king", None),
            Attribute::Empty => ("no_attackers", None),
            Attribute::SinglePiece => ("single_piece", None),
            Attribute::SinglePieceMate => ("single_piece_mate", None),
            Attribute::Simple => ("simple", None),
            Attribute::Poor => ("no_gold_no_silver", None),
            Attribute::Small => ("small_pieces", None),
            Attribute::MajorOnly => ("major_pieces", None),
            Attribute::OneKind => ("one_kind", None),
            Attribute::Smoke => ("smoke", None),
            Attribute::CentreMate => ("centre_mate", None),
            Attribute::CornerMate => ("corner_mate", None),
            Attribute::ReturningKing => ("returning_king", None),
            Attribute::Sacrifices(n) => ("sacrifices", Some(n)),
            Attribute::Interpositions(n) => ("interpositions", Some(n)),
            Attribute::MovedInterpositions(n) => ("moved_interpositions", Some(n)),
            Attribute::UnguardedInterpositions(n) => ("unguarded_interpositions", Some(n)),
            Attribute::CounterChecks(n) => ("counter_checks", Some(n)),
            Attribute::NonPromotions(n) => ("non_promotions", Some(n)),
            Attribute::PawnDropMates(n) => ("pawn_drop_mates", Some(n)),
        };
        Self {
            kind: kind.into(),
            count,
        }
    }
}

/// Returns the attributes as Japanese terms: `盤面 3 ·`, `裸玉 ·`, `捨駒 2`. In English the keys
/// follow.
pub(super) fn attributes(known: &[RowAttribute], lang: Lang) -> Vec<String> {
    let word = |it: &RowAttribute| {
        let known = TERMS.iter().find(|(key, _)| *key == it.kind);
        let term = known.map_or(&*it.kind, |(_, term)| term);
        let name = it.kind.replace('_', " ");
        let term = lang.of([format!("{term} {name}"), term.to_owned()]);
        match it.count {
            Some(count) => format!("{term} {count} ·"),
            None => format!("{term} ·"),
        }
    };
    let mut words: Vec<String> = known.iter().map(word).collect();
    if let Some(last) = words.last_mut() {
        last.truncate(last.len() - " ·".len());
    }
    words
}
