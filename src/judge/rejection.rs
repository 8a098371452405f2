//! The reasons why certificates are rejected, in words.

use crate::said::Said;
use crate::verify::Reason;

/// Returns why a certificate is rejected, with moves in USI.
#[must_use]
pub fn in_words(reason: &Reason) -> Said {
    let place = place(reason);
    Said::new(in_english(reason), in_japanese(reason))
        .map(|lang, text| place.in_lang(lang).to_owned() + &text)
}

/// Returns the move after which something is missing, if there is one.
fn place(reason: &Reason) -> Said {
    match *reason {
        Reason::ReplyNotCovered {
            check: Some(mv), ..
        }
        | Reason::NotMated {
            check: Some(mv), ..
        }
        | Reason::NotDelayed {
            check: Some(mv), ..
        } => {
            both!("after the check {mv} ", "王手 {mv} の後、")
        }
        Reason::NoThreat { mv: Some(mv) }
        | Reason::NoDefence { mv: Some(mv) }
        | Reason::DefenceNotCovered { mv: Some(mv), .. } => both!("after {mv} ", "{mv} の後、"),
        _ => Said::default(),
    }
}

/// Returns the reason in English, without the move before it.
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

/// Returns the reason in Japanese, without the move before it.
fn in_japanese(reason: &Reason) -> String {
    let on = crate::notation::japanese::square;
    let piece = crate::notation::japanese::piece;
    match *reason {
        Reason::Diagram(_) => "局面が成り立たない".to_owned(),
        Reason::TooMany(kind) => format!("{}が一組の駒より多い", piece(kind)),
        Reason::MoreThanProblem(kind) => format!("{}が問題の局面より多い", piece(kind)),
        Reason::DeadEnd(square) => format!("{}に行き所のない駒がある", on(square)),
        Reason::Nifu(square) => format!("{}の歩が二歩になっている", on(square)),
        Reason::NotInCheck => "玉方の手番だが、王手がかかっていない".to_owned(),
        Reason::BrokenLine(mv) => format!("手順を指せない：{mv} は反則手"),
        Reason::NoMove => "詰める手か手数が書かれていない".to_owned(),
        Reason::UnexpectedMove => "詰まないはずの局面に詰める手が書かれている".to_owned(),
        Reason::Illegal(mv) => format!("{mv} は反則手"),
        Reason::NotCheck(mv) => format!("{mv} は王手でない"),
        Reason::RootNotCovered => "問題の局面が証明に含まれていない".to_owned(),
        Reason::ReplyNotCovered { reply, plies, .. } => {
            format!("応手 {reply} を{plies}手以内で詰める証明がない")
        }
        Reason::CheckNotAnswered(mv) => {
            format!("王手 {mv} に対して、詰まないと証明された応手がない")
        }
        Reason::NoReply => "詰まないと証明された応手がない".to_owned(),
        Reason::NotMated { plies, .. } => {
            format!("どの応手も{plies}手以内で詰むか無駄合であることが示されていない")
        }
        Reason::NotDelayed { plies, .. } => {
            format!("無駄合でなく{plies}手より長く逃れる応手が示されていない")
        }
        Reason::NoLength => "手数が書かれていない".to_owned(),
        Reason::UnexpectedComposed => {
            "無駄合も数える証明に、無駄合を除く局面が含まれている".to_owned()
        }
        Reason::NothingClaimed => "どの局面でも成り立つことしか主張していない".to_owned(),
        Reason::Stopped => "証明を調べ終わる前に打ち切られた".to_owned(),
        Reason::UnexpectedBrinkmates => {
            "詰みについての証明に、必至についての局面が含まれている".to_owned()
        }
        Reason::OtherPlies => "手数が手番に合わない".to_owned(),
        Reason::InCheck => "玉方に王手がかかっていて、必至の問いにならない".to_owned(),
        Reason::NoThreat { .. } => "詰めろであることが示されていない".to_owned(),
        Reason::DefenceNotCovered { reply, .. } => {
            format!("受け {reply} の後の詰みも必至も証明されていない")
        }
        Reason::NoDefence { .. } => "受けのあることが示されていない".to_owned(),
        Reason::TooInvolved => "合駒の判定に時間がかかりすぎる".to_owned(),
    }
}
