//! The reasons why certificates are rejected, in words.

use crate::notation::usi;
use crate::report::Said;
use crate::shogi::Move;
use crate::verify::Reason;

/// Returns why a certificate is rejected, with moves in USI.
#[must_use]
pub fn in_words(reason: &Reason) -> Said {
    let mv = |mv: Move| usi::write_move(mv);
    let after = |check: Option<Move>| {
        check.map_or([String::new(), String::new()], |check| {
            let check = mv(check);
            [
                format!("after the check {check} "),
                format!("王手 {check} の後、"),
            ]
        })
    };
    let japanese = in_japanese(reason);
    match *reason {
        Reason::Illegal(it) => Said::new(format!("the move {} is not legal", mv(it)), japanese),
        Reason::BrokenLine(it) => Said::new(
            format!("the line cannot be played: {} is not legal", mv(it)),
            japanese,
        ),
        Reason::NotCheck(it) => Said::new(format!("the move {} is not a check", mv(it)), japanese),
        Reason::CheckNotAnswered(it) => Said::new(
            format!(
                "no reply to the check {} leads to a position with a proof",
                mv(it)
            ),
            japanese,
        ),
        Reason::ReplyNotCovered {
            check,
            reply,
            plies,
        } => {
            let (after, reply) = (after(check), mv(reply));
            Said::new(
                format!(
                    "{}the reply {reply} leads to no proof of a mate within {plies} plies",
                    after[0]
                ),
                format!("{}{japanese}", after[1]),
            )
        }
        Reason::NotMated { check, .. } | Reason::NotDelayed { check, .. } => {
            let after = after(check);
            Said::new(
                format!("{}{reason}", after[0]),
                format!("{}{japanese}", after[1]),
            )
        }
        Reason::NoThreat { mv: it } | Reason::NoDefence { mv: it } => {
            let after = after_move(it);
            Said::new(
                format!("{}{reason}", after[0]),
                format!("{}{japanese}", after[1]),
            )
        }
        Reason::DefenceNotCovered { mv: it, reply } => {
            let (after, reply) = (after_move(it), mv(reply));
            Said::new(
                format!(
                    "{}the defence {reply} leads to no proof of a mate or a brinkmate",
                    after[0]
                ),
                format!("{}{japanese}", after[1]),
            )
        }
        reason => Said::new(reason.to_string(), japanese),
    }
}

/// Returns the words before what is said of the position after a move.
fn after_move(it: Option<Move>) -> [String; 2] {
    it.map_or([String::new(), String::new()], |it| {
        let it = usi::write_move(it);
        [format!("after {it} "), format!("{it} の後、")]
    })
}

/// Returns the reason in Japanese, without the check before it.
fn in_japanese(reason: &Reason) -> String {
    let mv = |mv: Move| usi::write_move(mv);
    let on = crate::notation::japanese::square;
    let piece = crate::notation::japanese::piece;
    match *reason {
        Reason::Diagram(_) => "局面が成り立たない".to_owned(),
        Reason::TooMany(kind) => format!("{}が一組の駒より多い", piece(kind)),
        Reason::MoreThanProblem(kind) => format!("{}が問題の局面より多い", piece(kind)),
        Reason::DeadEnd(square) => format!("{}に行き所のない駒がある", on(square)),
        Reason::Nifu(square) => format!("{}の歩が二歩になっている", on(square)),
        Reason::NotInCheck => "玉方の手番だが、王手がかかっていない".to_owned(),
        Reason::BrokenLine(it) => format!("手順を指せない：{} は反則手", mv(it)),
        Reason::NoMove => "詰める手か手数が書かれていない".to_owned(),
        Reason::UnexpectedMove => "詰まないはずの局面に詰める手が書かれている".to_owned(),
        Reason::Illegal(it) => format!("{} は反則手", mv(it)),
        Reason::NotCheck(it) => format!("{} は王手でない", mv(it)),
        Reason::RootNotCovered => "問題の局面が証明に含まれていない".to_owned(),
        Reason::ReplyNotCovered { reply, plies, .. } => {
            format!("応手 {} を{plies}手以内で詰める証明がない", mv(reply))
        }
        Reason::CheckNotAnswered(it) => {
            format!("王手 {} に対して、詰まないと証明された応手がない", mv(it))
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
            format!("受け {} の後の詰みも必至も証明されていない", mv(reply))
        }
        Reason::NoDefence { .. } => "受けのあることが示されていない".to_owned(),
        Reason::TooInvolved => "合駒の判定に時間がかかりすぎる".to_owned(),
    }
}
