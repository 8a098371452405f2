//! The judgement of a brinkmate problem in the form of other judgements, so that findings are told in
//! one way.

use super::answer::{self, Judgement};
use crate::composition::composed::{Composed, Study};
use crate::composition::reading::Reading;
use crate::composition::verdict::{self, Detail, Finding, Kind, Unresolved};
use crate::search::{Answer, Exactness, Solution};
use crate::shogi::Hand;

impl Judgement {
    /// Returns the findings and open moves in the form of other judgements. The line of a brinkmate
    /// stands for the main line, and its length for that of the mate. Its verdict is
    /// [`Judgement::verdict`], not that of the form.
    #[must_use]
    pub fn as_judgement(&self) -> verdict::Judgement {
        let found = &self.solution;
        let answer = match (&found.mate, found.verdict) {
            (Some(mate), _) => mate.answer,
            (None, answer::Verdict::Brinkmate { plies, exactness }) => {
                Answer::Mate { plies, exactness }
            }
            (None, answer::Verdict::Unknown { reason, .. }) => Answer::Unknown(reason),
            (None, _) => Answer::NoMate,
        };
        let line = found.mate.as_ref().map_or(&found.line, |it| &it.line);
        let is_exact = matches!(
            answer,
            Answer::Mate {
                exactness: Exactness::Shortest,
                ..
            }
        );
        let reading = is_exact.then(|| Reading {
            line: line.clone(),
            leftover: Hand::EMPTY,
        });
        let open = self.open.iter().map(|it| Unresolved {
            before: it.before.clone(),
            mv: it.mv,
            mates: false,
            names: vec![Kind::ExtraBrinkmate],
            worst: Kind::ExtraBrinkmate.severity(),
        });
        verdict::Judgement {
            composed: Composed {
                answer,
                reading,
                strict: Solution {
                    answer,
                    line: Vec::new(),
                    stats: found.stats,
                },
            },
            findings: self.findings.iter().map(of_brinkmate).collect(),
            unresolved: open.collect(),
            missed: Vec::new(),
            idle_together: Vec::new(),
            study: Study::default(),
            lasts: Vec::new(),
            attributes: Vec::new(),
            alternatives: 0,
            turns: 0,
            refuted: Vec::new(),
            stopped: self.stopped,
            nodes_per_alternative: None,
        }
    }
}

/// Returns a finding with details that are told as those of a brinkmate.
fn of_brinkmate(found: &Finding) -> Finding {
    let detail = match found.detail {
        Detail::Author(plies) => Detail::BrinkmateAuthor(plies),
        Detail::AuthorMoveFails => Detail::BrinkmateMoveFails,
        Detail::AuthorReplyShort => Detail::BrinkmateReplyShort,
        Detail::AuthorLineStops => Detail::BrinkmateLineStops,
        Detail::AuthorLineBreaks => Detail::BrinkmateLineBreaks,
        other => other,
    };
    Finding {
        detail,
        ..found.clone()
    }
}
