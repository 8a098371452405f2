//! First numbers of an attacker's turn from how much work it is to settle such a one, as learned.
//!
//! Of some four million attacker's turns that searches had opened it was noted how many nodes they took
//! until they were refuted or proven, or that they were left before. The weights below are a regression on
//! these (log-normal, with those that were left as lower bounds; Tobin 1958): what a feature of the
//! position adds to the binary logarithm of the nodes. So every check to refute, and every piece that
//! makes more of them, *multiplies* the work.

use super::numbers::{Number, UNIT};
use crate::shogi::{Color, PieceKind, Position};

/// Weights are in 64ths of a doubling.
const DOUBLING: i32 = 64;

/// What the work is foretold from.
struct Weights {
    always: i32,
    /// For each doubling of the checks, …
    doubled_checks: i32,
    /// … and for each check up to [`CHECKS_MOST`].
    check: i32,
    /// For each square the king can go to, up to [`FLIGHTS_MOST`].
    flight: i32,
    /// For each rank between the king and the edge it has moved away from: rank `a` is 0.
    rank: i32,
    /// For each piece in the attacker's hand: pawn, lance, knight, silver, gold, bishop, rook.
    hand: [i32; 7],
    /// For each of his pieces on the board; promoted ones that move like a gold are golds.
    board: [(PieceKind, i32); 9],
}

const CHECKS_MOST: u32 = 12;
const FLIGHTS_MOST: u32 = 2;

/// The work it takes to refute all checks (将棋無双 and 将棋図巧, any mate and one of bounded length; no-mates of
/// lone kings).
const TO_REFUTE: Weights = Weights {
    always: 150,
    doubled_checks: 85,
    check: 17,
    flight: 0,
    rank: -13,
    hand: [13, 9, 30, 51, 36, 54, 69],
    board: [
        (PieceKind::Pawn, -3),
        (PieceKind::Lance, 7),
        (PieceKind::Knight, 8),
        (PieceKind::Silver, 19),
        (PieceKind::Gold, 21),
        (PieceKind::Bishop, 24),
        (PieceKind::Rook, 86),
        (PieceKind::Horse, 84),
        (PieceKind::Dragon, 102),
    ],
};

/// The same where the king is nearly alone: what it can take is all that ever
/// ends the chase, so each piece tells for more.
const TO_REFUTE_LONE: Weights = Weights {
    always: 112,
    doubled_checks: 66,
    check: 15,
    flight: 0,
    rank: -12,
    hand: [18, 37, 49, 95, 77, 57, 92],
    board: [
        (PieceKind::Pawn, -4),
        (PieceKind::Lance, 10),
        (PieceKind::Knight, 12),
        (PieceKind::Silver, 31),
        (PieceKind::Gold, 27),
        (PieceKind::Bishop, 41),
        (PieceKind::Rook, 134),
        (PieceKind::Horse, 156),
        (PieceKind::Dragon, 165),
    ],
};

/// The work it takes to prove a mate.
const TO_PROVE: Weights = Weights {
    always: 1016,
    doubled_checks: -52,
    check: -1,
    flight: 231,
    rank: 24,
    hand: [-6, -22, 24, -3, -15, -3, -102],
    board: [
        (PieceKind::Pawn, 18),
        (PieceKind::Lance, -27),
        (PieceKind::Knight, 15),
        (PieceKind::Silver, -72),
        (PieceKind::Gold, -49),
        (PieceKind::Bishop, -69),
        (PieceKind::Rook, -144),
        (PieceKind::Horse, -156),
        (PieceKind::Dragon, -243),
    ],
};

const IN_HAND: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
];

/// The most pieces a king that is nearly alone has beside it.
const COMPANY_MOST: u32 = 1;

/// Nodes after which work is foretold for every king. Before, numbers are small and nearly alike, so that
/// each move is looked at soon: that finds a mate sooner where there is one. But a search of this length
/// has mostly to refute, be it any mate or a shorter one. A lone king's has from the start.
const LONG: u64 = 1_000_000;

/// What a first look has seen of an attacker's turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) checks: u32,
    /// Squares the king can go to.
    pub(super) flights: u32,
}

/// The first numbers of the current position, an attacker's turn, when the search has taken so many nodes.
/// `estimate` is what the reply before it looked like, and what is left of it while the search is short.
pub(super) fn first_numbers(
    position: &Position,
    seen: Sight,
    estimate: (Number, Number),
    nodes: u64,
) -> (Number, Number) {
    let is_lone = position.pieces(Color::White).count() <= 1 + COMPANY_MOST;
    if nodes < LONG && !is_lone {
        // Half a unit a check.
        let (pn, dn) = estimate;
        return (pn, dn + seen.checks.saturating_sub(1) * UNIT / 2);
    }
    // Numbers grow more slowly than the work: of what is below a position the hardest part counts most.
    let dn = if is_lone {
        let doublings = TO_REFUTE_LONE.foretell(position, seen) - 6 * DOUBLING;
        grown(10 * UNIT, doublings / 2)
    } else {
        let doublings = TO_REFUTE.foretell(position, seen) - 6 * DOUBLING;
        grown(10 * UNIT, doublings * 3 / 8)
    };
    let doublings = TO_PROVE.foretell(position, seen) - 18 * DOUBLING;
    (grown(UNIT, doublings * 3 / 16), dn)
}

impl Weights {
    /// The binary logarithm of the nodes, in 64ths.
    fn foretell(&self, position: &Position, seen: Sight) -> i32 {
        let checks = seen.checks.max(1);
        let whole = checks.ilog2();
        // Between two powers of two the logarithm is nearly a straight line.
        let logarithm = (DOUBLING.cast_unsigned() * whole + ((checks << 6 >> whole) & 63)) as i32;
        let mut sum = self.always
            + self.doubled_checks * logarithm / DOUBLING
            + self.check * checks.min(CHECKS_MOST) as i32
            + self.flight * seen.flights.min(FLIGHTS_MOST) as i32;
        if let Some(king) = position.king(Color::White) {
            sum += self.rank * i32::from(king.rank());
        }
        let hand = position.hand(Color::Black);
        for (kind, weight) in IN_HAND.into_iter().zip(self.hand) {
            sum += weight * hand.count(kind) as i32;
        }
        for (kind, weight) in self.board {
            sum += weight * position.pieces_of(Color::Black, kind).count() as i32;
        }
        sum
    }
}

/// The largest first number.
const MOST: Number = 1 << 16;

/// 2 to the power of so many 16ths, in 1024ths.
const ROOTS: [u32; 16] = [
    1024, 1069, 1117, 1166, 1218, 1272, 1328, 1387, 1448, 1512, 1579, 1649, 1722, 1798, 1878, 1961,
];

/// A number doubled so many times, in 64ths; at least 1.
fn grown(number: Number, doublings: i32) -> Number {
    let sixteenths = doublings.div_euclid(DOUBLING / 16);
    let (whole, part) = (sixteenths.div_euclid(16), sixteenths.rem_euclid(16));
    let number = u64::from(number) * u64::from(ROOTS[part as usize]);
    let number = if whole < 0 {
        number.checked_shr(whole.unsigned_abs()).unwrap_or(0)
    } else {
        number << whole.min(24)
    };
    ((number >> 10) as Number).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    #[test]
    fn numbers_double_as_often_as_they_are_told_to() {
        assert_eq!(grown(80, 0), 80);
        assert_eq!(grown(80, DOUBLING), 160);
        assert_eq!(grown(80, -2 * DOUBLING), 20);
        assert_eq!(grown(80, DOUBLING / 2), 113);
        assert_eq!(grown(80, -40 * DOUBLING), 1);
        assert_eq!(grown(80, 40 * DOUBLING), MOST);
        for doublings in -20 * DOUBLING..20 * DOUBLING {
            assert!(grown(80, doublings) <= grown(80, doublings + 1));
        }
    }

    fn numbers(text: &str, checks: u32, nodes: u64) -> (Number, Number) {
        let position = Position::new(&sfen::parse(text).unwrap().setup);
        let seen = Sight { checks, flights: 5 };
        first_numbers(&position, seen, (UNIT, UNIT), nodes)
    }

    #[test]
    fn more_checks_and_more_pieces_are_more_to_refute() {
        let bare = "9/4k4/9/9/9/9/9/9/9 b S2r2b4g3s4n4l18p 1";
        let armed = "9/4k4/9/9/9/9/9/9/9 b GS2r2b3g3s4n4l18p 1";
        let refute = |text, checks| numbers(text, checks, 0).1;
        assert!(refute(bare, 1) < refute(bare, 2));
        assert!(refute(bare, 2) < refute(bare, 3));
        assert!(refute(bare, 3) < refute(armed, 3));
    }

    /// A king in company looks as it always did until the search is long.
    #[test]
    fn short_searches_count_checks() {
        let text = "3g1g3/4k4/3p1p3/9/9/9/9/9/9 b GS2r2b1g3s4n4l16p 1";
        assert_eq!(numbers(text, 5, LONG - 1), (UNIT, 3 * UNIT));
        assert!(numbers(text, 5, LONG).1 > 3 * UNIT);
    }
}
