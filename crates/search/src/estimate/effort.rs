//! First numbers of an attacker's turn after a first look. In short searches each check adds a little.
//! In long searches, and for lone kings, the work is predicted from that of other positions.
//!
//! For some four million attacker's turns that searches had opened, the nodes were recorded until
//! each was refuted or proven, or until the search left it open. The weights in `tuning` are a
//! regression on them (log-normal, with those left open as lower bounds; Tobin 1958): what a
//! feature of the position adds to the binary logarithm of the nodes. A feature that makes work, such
//! as one more check or piece in hand, therefore *multiplies* it.

use crate::numbers::{Number, UNIT};
use crate::shogi::{Color, PieceKind, Position};
use crate::tuning::{
    CHECK_TO_REFUTE, COMPANIONS_MAX, COUNTED_CHECKS_MAX, COUNTED_FLIGHTS_MAX, DISPROOF_POWER,
    DOUBLING, FIRST_NUMBER_MAX, LONE_DISPROOF_POWER, LONG_SEARCH, PROOF_POWER, TO_PROVE, TO_REFUTE,
    TO_REFUTE_LONE, USUAL_DISPROOF, USUAL_DISPROOF_NUMBER, USUAL_PROOF, WorkWeights,
};

/// The result of a first look at an attacker's turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstSight {
    pub(crate) checks: u32,
    /// Squares the king can go to.
    pub(crate) flights: u32,
}

/// Returns the first numbers (pn, dn) of an attacker's turn, in a search that has taken `nodes`.
/// `estimate` has the numbers of the reply before it, which count only while the search is short.
pub(crate) fn first_numbers(
    position: &Position,
    sight: FirstSight,
    estimate: (Number, Number),
    nodes: u64,
) -> (Number, Number) {
    let is_lone = position.pieces(Color::White).count() <= 1 + COMPANIONS_MAX;
    if nodes < LONG_SEARCH && !is_lone {
        let (pn, dn) = estimate;
        return (pn, dn + sight.checks.saturating_sub(1) * CHECK_TO_REFUTE);
    }
    let doublings = |weights: &WorkWeights, usual: i32, (numerator, denominator): (i32, i32)| {
        (weights.predict(position, sight) - usual * DOUBLING) * numerator / denominator
    };
    let to_refute = if is_lone {
        doublings(&TO_REFUTE_LONE, USUAL_DISPROOF, LONE_DISPROOF_POWER)
    } else {
        doublings(&TO_REFUTE, USUAL_DISPROOF, DISPROOF_POWER)
    };
    let to_prove = doublings(&TO_PROVE, USUAL_PROOF, PROOF_POWER);
    (
        double(UNIT, to_prove),
        double(USUAL_DISPROOF_NUMBER, to_refute),
    )
}

impl WorkWeights {
    /// Returns the binary logarithm of the predicted nodes, in 64ths.
    fn predict(&self, position: &Position, sight: FirstSight) -> i32 {
        let checks = sight.checks.max(1);
        let whole = checks.ilog2();
        // In 64ths. Between two powers of two the logarithm is nearly a straight line.
        let logarithm = (DOUBLING.cast_unsigned() * whole + ((checks << 6 >> whole) & 63)) as i32;
        let mut sum = self.always
            + self.doubled_checks * logarithm / DOUBLING
            + self.check * checks.min(COUNTED_CHECKS_MAX) as i32
            + self.flight * sight.flights.min(COUNTED_FLIGHTS_MAX) as i32;
        if let Some(king) = position.king(Color::White) {
            sum += self.rank * i32::from(king.rank());
        }
        let hand = position.hand(Color::Black);
        for (kind, weight) in PieceKind::HAND.into_iter().zip(self.hand) {
            sum += weight * hand.count(kind) as i32;
        }
        for (kind, weight) in self.board {
            sum += weight * position.pieces_of(Color::Black, kind).count() as i32;
        }
        sum
    }
}

/// 2 to the powers 0/16 to 15/16, in 1024ths.
const ROOTS: [u32; 16] = [
    1024, 1069, 1117, 1166, 1218, 1272, 1328, 1387, 1448, 1512, 1579, 1649, 1722, 1798, 1878, 1961,
];

/// Returns a number doubled `doublings` times (in 64ths), from 1 to [`FIRST_NUMBER_MAX`].
fn double(number: Number, doublings: i32) -> Number {
    let sixteenths = doublings.div_euclid(DOUBLING / 16);
    let (whole, part) = (sixteenths.div_euclid(16), sixteenths.rem_euclid(16));
    let scaled = u64::from(number) * u64::from(ROOTS[part as usize]);
    let doubled = if whole < 0 {
        scaled.checked_shr(whole.unsigned_abs()).unwrap_or(0)
    } else {
        scaled << whole.min(24)
    };
    (doubled >> 10).clamp(1, u64::from(FIRST_NUMBER_MAX)) as Number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    #[test]
    fn numbers_double_as_often_as_they_are_told_to() {
        assert_eq!(double(80, 0), 80);
        assert_eq!(double(80, DOUBLING), 160);
        assert_eq!(double(80, -2 * DOUBLING), 20);
        assert_eq!(double(80, DOUBLING / 2), 113);
        assert_eq!(double(1024, DOUBLING / 16), 1069);
        assert_eq!(double(1024, DOUBLING * 15 / 16), 1961);
        assert_eq!(double(80, -40 * DOUBLING), 1);
        assert_eq!(double(80, -100 * DOUBLING), 1);
        assert_eq!(double(80, 40 * DOUBLING), FIRST_NUMBER_MAX);
        assert_eq!(double(1000, 40 * DOUBLING), FIRST_NUMBER_MAX);
        for doublings in -20 * DOUBLING..20 * DOUBLING {
            assert!(double(80, doublings) <= double(80, doublings + 1));
        }
    }

    fn numbers(text: &str, (checks, flights): (u32, u32), nodes: u64) -> (Number, Number) {
        let position = Position::new(&sfen::parse(text).unwrap().setup);
        let sight = FirstSight { checks, flights };
        first_numbers(&position, sight, (UNIT, UNIT), nodes)
    }

    const KING: &str = "9/4k4/9/9/9/9/9/9/9 b S2r2b4g3s4n4l18p 1";

    #[test]
    fn more_checks_and_more_pieces_are_more_to_refute() {
        let refute = |text, checks| numbers(text, (checks, 5), 0).1;
        for checks in 1..16 {
            assert!(refute(KING, checks) < refute(KING, checks + 1));
        }
        let in_hand = refute("9/4k4/9/9/9/9/9/9/9 b GS2r2b3g3s4n4l18p 1", 3);
        let on_board = refute("9/4k4/9/9/4G4/9/9/9/9 b S2r2b3g3s4n4l18p 1", 3);
        assert!(refute(KING, 3) < on_board && on_board < in_hand);
        let far_down = "9/9/9/9/9/9/9/4k4/9 b S2r2b4g3s4n4l18p 1";
        assert!(refute(far_down, 3) < refute(KING, 3));
    }

    #[test]
    fn fewer_flights_and_stronger_pieces_are_less_to_prove() {
        let prove = |text, flights| numbers(text, (3, flights), 0).0;
        assert!(prove(KING, 0) < prove(KING, 1) && prove(KING, 1) < prove(KING, 2));
        assert_eq!(prove(KING, 2), prove(KING, 7));
        let dragon = "9/4k4/9/9/4+R4/9/9/9/9 b Sr2b4g3s4n4l18p 1";
        assert!(prove(dragon, 2) < prove(KING, 2));
    }

    /// The weights of the search were measured together with numbers of this scale.
    #[test]
    fn numbers_of_a_lone_king_and_of_one_in_company() {
        assert_eq!(numbers(KING, (4, 5), 0), numbers(KING, (4, 5), LONG_SEARCH));
        assert_eq!(numbers(KING, (4, 5), 0), (12, 80));
        assert_eq!(numbers(CROWDED, (4, 5), LONG_SEARCH), (12, 108));
    }

    const CROWDED: &str = "3g1g3/4k4/3p1p3/9/9/9/9/9/9 b GS2r2b1g3s4n4l16p 1";

    /// For a king in company, the numbers do not change until the search is long.
    #[test]
    fn short_searches_count_checks() {
        assert_eq!(numbers(CROWDED, (5, 5), LONG_SEARCH - 1), (UNIT, 3 * UNIT));
        let one = "3g5/4k4/9/9/9/9/9/9/9 b GS2r2b2g3s4n4l18p 1";
        let two = "3g5/4k4/3p5/9/9/9/9/9/9 b GS2r2b2g3s4n4l17p 1";
        assert!(numbers(one, (5, 5), 0).1 > 3 * UNIT);
        assert_eq!(numbers(two, (5, 5), 0).1, 3 * UNIT);
    }
}
