//! Open moves and questions, in words.

use super::term_named;
use crate::answer::Row;
use crate::vocabulary::{Lang, Limit};
use std::borrow::Cow;

sentences! {
    mates(): " (mates)", "（詰む）";
    mates_as(terms): " (mates: {terms})", "（詰む：{terms}）";
    mates_without_line(term): " (mates: {term}, its line is not worked out)", "（詰む：{term}、手順は未検討）";
    settled(): "the verdict does not depend on these, so they got few nodes; \
        `tsume check --time 10m` or `--nodes 100M` decides them",
        "判定には影響しないので少ないノードで打ち切った。tsume check に --time 10m や --nodes 100M を付けると最後まで調べる";
}

/// Returns the kinds that an undecided mating check can have: ` (mates: cook or detour)`. If there is only
/// one, the check is undecided because its line is not worked out.
pub(in crate::report) fn possible_kinds(names: &[Cow<'static, str>], lang: Lang) -> String {
    let terms: Vec<_> = names.iter().map(|it| term_named(it, lang)).collect();
    let terms = terms.join(lang.of([" or ", "か"]));
    match names {
        [] => mates(lang),
        [_] => mates_without_line(terms, lang),
        _ => mates_as(terms, lang),
    }
}

/// Returns why alternatives are open although the verdict is settled, and how to decide them. `None` unless
/// the limit of the row is `settled`.
pub(in crate::report) fn why_open(row: &Row, lang: Lang) -> Option<String> {
    (row.limit == Some(Limit::Settled)).then(|| settled(lang))
}
