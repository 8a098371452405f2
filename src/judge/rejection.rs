//! The reasons why certificates are rejected, in words.

use crate::notation::japanese::{piece, square};
use crate::said::Said;
use crate::verify::Reason;

/// Returns why a certificate is rejected, with moves in USI.
#[must_use]
pub fn in_words(reason: &Reason) -> Said {
    let said = without_place(reason);
    match place(reason) {
        Some(place) => placed(place, said),
        None => said,
    }
}

says! {
    after_check(mv): "after the check {mv} ", "王手 {mv} の後、";
    after(mv): "after {mv} ", "{mv} の後、";
    placed(place, said): "{place}{said}", "{place}{said}";
}

/// Returns the move after which something is missing, if there is one.
fn place(reason: &Reason) -> Option<Said> {
    match *reason {
        Reason::ReplyNotCovered { check, .. }
        | Reason::NotMated { check, .. }
        | Reason::NotDelayed { check, .. } => check.map(|it| after_check(it.to_string())),
        Reason::NoThreat { mv } | Reason::NoDefence { mv } => mv.map(|it| after(it.to_string())),
        Reason::DefenceNotCovered { mv, .. } => mv.map(|it| after(it.to_string())),
        _ => None,
    }
}

/// Returns the reason without the move before it.
fn without_place(reason: &Reason) -> Said {
    translated! { *reason, in_english(reason);
        Reason::Diagram(_) => "局面が成り立たない";
        Reason::TooMany(kind) => "{}が一組の駒より多い", piece(kind);
        Reason::MoreThanProblem(kind) => "{}が問題の局面より多い", piece(kind);
        Reason::DeadEnd(on) => "{}に行き所のない駒がある", square(on);
        Reason::Nifu(on) => "{}の歩が二歩になっている", square(on);
        Reason::NotInCheck => "玉方の手番だが、王手がかかっていない";
        Reason::BrokenLine(mv) => "手順を指せない：{mv} は反則手";
        Reason::NoMove => "詰める手か手数が書かれていない";
        Reason::UnexpectedMove => "詰まないはずの局面に詰める手が書かれている";
        Reason::Illegal(mv) => "{mv} は反則手";
        Reason::NotCheck(mv) => "{mv} は王手でない";
        Reason::RootNotCovered => "問題の局面が証明に含まれていない";
        Reason::ReplyNotCovered { reply, plies, .. } => "応手 {reply} を{plies}手以内で詰める証明がない";
        Reason::CheckNotAnswered(mv) => "王手 {mv} に対して、詰まないと証明された応手がない";
        Reason::NoReply => "詰まないと証明された応手がない";
        Reason::NotMated { plies, .. } => "どの応手も{plies}手以内で詰むか無駄合であることが示されていない";
        Reason::NotDelayed { plies, .. } => "無駄合でなく{plies}手より長く逃れる応手が示されていない";
        Reason::NoLength => "手数が書かれていない";
        Reason::UnexpectedComposed => "無駄合も数える証明に、無駄合を除く局面が含まれている";
        Reason::NothingClaimed => "どの局面でも成り立つことしか主張していない";
        Reason::Stopped => "証明を調べ終わる前に打ち切られた";
        Reason::UnexpectedBrinkmates => "詰みについての証明に、必至についての局面が含まれている";
        Reason::OtherPlies => "手数が手番に合わない";
        Reason::InCheck => "玉方に王手がかかっていて、必至の問いにならない";
        Reason::NoThreat { .. } => "詰めろであることが示されていない";
        Reason::DefenceNotCovered { reply, .. } => "受け {reply} の後の詰みも必至も証明されていない";
        Reason::NoDefence { .. } => "受けのあることが示されていない";
        Reason::TooInvolved => "合駒の判定に時間がかかりすぎる";
    }
}

/// Returns the reason in English, with moves in USI, without the move before it.
fn in_english(reason: &Reason) -> String {
    match *reason {
        Reason::Illegal(mv) => format!("the move {mv} is not legal"),
        Reason::BrokenLine(mv) => format!("the line cannot be played: {mv} is not legal"),
        Reason::NotCheck(mv) => format!("the move {mv} is not a check"),
        Reason::CheckNotAnswered(mv) => {
            format!("no reply to the check {mv} leads to a position with a proof")
        }
        Reason::ReplyNotCovered { reply, plies, .. } => {
            format!("the reply {reply} leads to no proof of a mate within {plies} plies")
        }
        Reason::DefenceNotCovered { reply, .. } => {
            format!("the defence {reply} leads to no proof of a mate or a brinkmate")
        }
        _ => reason.to_string(),
    }
}
