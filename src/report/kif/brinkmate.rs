//! The threat and the defences of a brinkmate (必至) or a threat (詰めろ) in a record: a branch for each
//! group of defences that the same move mates, after the move that completes the brinkmate.

use super::Writer;
use crate::notation::record::{End, NodeId};
use crate::report::ending::EndingView;

/// The beginnings of the comments at the final position and at the defences.
const BRINKMATE: &str = "必至:";
const THREAT: &str = "詰めろ:";
const NO_THREAT: &str = "詰めろでない:";
const DEFENCE: &str = "受け:";

/// The beginnings of the comments that this module writes.
pub(super) const COMMENTS: [&str; 4] = [BRINKMATE, THREAT, NO_THREAT, DEFENCE];

sentences! {
    no_mate_after_a_pass(): "no mate after a pass", "放置しても詰まない";
    after_pass(moves): "after a pass {moves}", "放置すれば {moves}";
    holds(): "holds", "受かる";
}

/// Adds the threat and the defences after this node.
pub(super) fn add_ending(writer: &mut Writer<'_>, ending: &EndingView<'_>, last: NodeId) {
    let lang = writer.view.lang;
    let holds_any = ending.found.holding().next().is_some();
    let name = match ending.found.threatens {
        Some(false) => NO_THREAT,
        Some(true) if holds_any => THREAT,
        Some(true) if ending.is_all_mated() => BRINKMATE,
        // The defender is in check there, or a limit left it open.
        Some(true) | None => return,
    };
    let after_a_pass = ending.mate_after_pass().join(" ");
    let text = if after_a_pass.is_empty() {
        no_mate_after_a_pass(lang)
    } else {
        after_pass(after_a_pass, lang)
    };
    writer.comment(last, format!("{name} {text}"));
    for mv in ending.found.holding() {
        let added = writer.add_line(ending.main, &[mv.to_owned()]);
        writer.comment(added.first, format!("{DEFENCE} {}", holds(lang)));
    }
    for group in &ending.groups {
        let whole = ending.line_to_mate(group);
        let (before, line) = whole.split_at(ending.main.len());
        let added = writer.add_line(before, line);
        writer.record.tree.node_mut(added.last).end = Some(End::Mate);
        if group.defences.len() > 1 {
            let defences = ending.heading(group).join(" ");
            writer.comment(added.first, format!("{DEFENCE} {defences}"));
        }
    }
}
