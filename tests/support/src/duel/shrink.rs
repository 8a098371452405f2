//! Finds the smallest position that still shows a disagreement.

use tsume::notation::sfen;
use tsume::shogi::{Color, Setup, Square};

/// Takes away pieces as long as something is wrong with what remains. `None` if nothing is wrong to
/// begin with: then it takes more than the position to show it.
pub fn shrink(setup: &Setup, mut wrong: impl FnMut(&Setup) -> Option<String>) -> Option<(Setup, String)> {
    let mut smallest = (setup.clone(), wrong(setup)?);
    'smaller: loop {
        for candidate in smaller(&smallest.0) {
            if candidate.problems(Color::Black).is_empty()
                && let Some(why) = wrong(&candidate)
            {
                smallest = (candidate, why);
                continue 'smaller;
            }
        }
        return Some(smallest);
    }
}

/// Returns a complaint about a position, and the smallest position that still has one.
pub fn report(setup: &Setup, complaint: &str, wrong: impl FnMut(&Setup) -> Option<String>) -> String {
    let text = sfen::write(setup);
    match shrink(setup, wrong) {
        None => format!("{text}\n  {complaint}\n  not with fresh tables"),
        Some((smallest, why)) => {
            let smallest = sfen::write(&smallest);
            format!("{text}\n  {complaint}\n  smallest: {smallest}\n  {why}")
        }
    }
}

/// Returns the positions with one piece fewer, or none of a kind in a hand.
fn smaller(setup: &Setup) -> Vec<Setup> {
    let mut found = Vec::new();
    for color in Color::ALL {
        for (kind, count) in setup.hands[color.index()].iter() {
            for fewer in [0, count - 1] {
                let mut candidate = setup.clone();
                candidate.hands[color.index()] = setup.hands[color.index()].with(kind, fewer);
                found.push(candidate);
            }
        }
    }
    for square in Square::all().filter(|&square| setup.piece_at(square).is_some()) {
        let mut candidate = setup.clone();
        candidate.board[square.index()] = None;
        found.push(candidate);
    }
    found
}
