//! Open moves and questions, in words.

use super::findings::piece_on;
use super::term_named;
use crate::composition::Problem;
use crate::notation::usi;
use crate::report::finding::Undecided;
use crate::report::{Lang, Limit, QuestionKind, Row, Said};
use std::borrow::Cow;

/// Returns the kinds that an undecided mating check can have: ` (mates: cook or detour)`. If there is only
/// one, the line that shows it is open.
pub(in crate::report) fn what_it_can_be(names: &[Cow<'static, str>], lang: Lang) -> String {
    let terms: Vec<_> = names.iter().map(|it| term_named(it, lang)).collect();
    let terms = terms.join(lang.of([" or ", "か"]));
    match names {
        [] => both!(lang, " (mates)", "（詰む）"),
        [_] => both!(
            lang,
            " (mates: {terms}, its line is not worked out)",
            "（詰む：{terms}、手順は未検討）"
        ),
        _ => both!(lang, " (mates: {terms})", "（詰む：{terms}）"),
    }
}

/// Returns why a settled verdict left alternatives open, and how to decide them. `None` unless the limit of
/// the row is `settled`.
pub(in crate::report) fn why_open(row: &Row, lang: Lang) -> Option<&'static str> {
    (row.limit == Some(Limit::Settled)).then(|| {
        lang.of([
            "the verdict does not depend on these, so they got few nodes; `tsume check --time 10m` \
             or `--nodes 100M` decides them",
            "判定には影響しないので少ないノードで打ち切った。tsume check に --time 10m や --nodes 100M を付けると最後まで調べる",
        ])
    })
}

/// Returns the question about the whole composition in words, if it is one.
pub(in crate::report) fn question(problem: &Problem, open: &Undecided) -> Option<Said> {
    Some(Said::from(match open.question? {
        QuestionKind::Solution => ["whether it can be solved", "解けるか"],
        QuestionKind::Length => ["whether there is a shorter solution", "より短い解があるか"],
        QuestionKind::Leftover => [
            "whether a shorter line leaves nothing over",
            "より短く駒の余らない手順があるか",
        ],
        QuestionKind::Line => ["which line is best play", "どの手順が最善か"],
        QuestionKind::StatedLength => [
            "whether the length in the input counts futile interpositions",
            "入力の手数が無駄合も数えた手数か",
        ],
        QuestionKind::GreyInterpositions => [
            "the answer if all grey interpositions are futile",
            "解釈の分かれる合駒をすべて無駄合とみなした場合の答え",
        ],
        QuestionKind::IdlePiece => {
            let square = usi::parse_square(open.square.as_deref()?).ok()?;
            let [english, japanese] = piece_on(problem, square);
            return Some(both!("whether {english} is idle", "{japanese}が無駄駒か"));
        }
    }))
}
