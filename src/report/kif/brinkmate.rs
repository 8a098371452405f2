//! The threat and the defences of a brinkmate (必至) or a threat (詰めろ) in a record: a branch for each
//! group of defences that the same move mates, after the move that completes the brinkmate.

use super::Writer;
use crate::composition::brinkmate::State;
use crate::notation::record::{End, NodeId};
use crate::report::brinkmate::{EndingView, text};

/// The beginnings of comments at the position and at the defences.
const BRINKMATE: &str = "必至:";
const THREAT: &str = "詰めろ:";
const NO_THREAT: &str = "詰めろでない:";
const DEFENCE: &str = "受け:";

/// The beginnings of comments that are written anew whenever a record is judged again.
pub(super) const COMMENTS: [&str; 4] = [BRINKMATE, THREAT, NO_THREAT, DEFENCE];

/// Adds the threat and the defences after this node.
pub(super) fn add(writer: &mut Writer<'_>, view: &EndingView<'_>, last: NodeId) {
    let (lang, notation) = (writer.lang, writer.notation);
    let threat = view.threat;
    let name = match threat.state {
        State::Brinkmate => BRINKMATE,
        State::Threatmate => THREAT,
        State::NoThreat => NO_THREAT,
        State::Mate | State::Check | State::Unknown(_) => return,
    };
    let after_a_pass = view.after_a_pass(notation).join(" ");
    let said = if after_a_pass.is_empty() {
        lang.of(["no mate after a pass", "放置しても詰まない"])
            .to_owned()
    } else {
        lang.of([
            format!("after a pass {after_a_pass}"),
            format!("放置すれば {after_a_pass}"),
        ])
    };
    writer.comment(last, format!("{name} {said}"));
    let holding = view.holding();
    let all_mated = holding.is_empty() && view.open().is_empty();
    for &mv in &holding {
        let (first, _) = writer.line(view.main(), &[mv]);
        let holds = lang.of(["holds", "受かる"]);
        writer.comment(first, format!("{DEFENCE} {holds}"));
    }
    for group in view.groups() {
        let Some(&defence) = group.defences.first() else {
            continue;
        };
        let line: Vec<_> = [defence]
            .into_iter()
            .chain(group.line.iter().copied())
            .collect();
        let (first, end) = writer.line(view.main(), &line);
        writer.record.tree.node_mut(end).end = Some(End::Mate);
        let named = text::heading(view, group, (all_mated, lang, notation)).join(" ");
        if group.defences.len() > 1 {
            writer.comment(first, format!("{DEFENCE} {named}"));
        }
    }
}
