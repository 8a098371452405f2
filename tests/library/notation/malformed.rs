//! Every malformed SFEN of `tests/data/malformed.tsv` is refused with the right reason at the right
//! byte. Its column `why` has the reason in words; the table here has the messages.

use std::ops::Range;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::sfen::{self, SfenError};

/// Everything wrong with a text: its form, or else its legality, or else its line.
fn errors(text: &str) -> Vec<SfenError> {
    let record = match sfen::parse_all(text) {
        Ok(record) => record,
        Err(errors) => return errors,
    };
    let problem = Problem::new(
        record.setup.clone(),
        AttackerRule::Auto,
        DefenderHandRule::Auto,
    );
    match problem {
        Err(problems) => problems.iter().map(|it| record.locate(it)).collect(),
        Ok(problem) => record
            .check_line(problem.setup(), problem.attacker())
            .err()
            .into_iter()
            .collect(),
    }
}

fn rows() -> Vec<(String, String)> {
    let text = include_str!("../../data/malformed.tsv");
    text.lines()
        .skip(1)
        .map(|row| {
            let mut columns = row.split('\t');
            let mut next = || columns.next().unwrap().to_owned();
            (next(), next())
        })
        .collect()
}

/// Name of the row, then message and span of each error from left to right.
type Expected = (&'static str, &'static [(&'static str, Range<usize>)]);

const EXPECTED: &[Expected] = &[
    ("empty", &[("empty input: expected an SFEN", 0..0)]),
    ("blank", &[("empty input: expected an SFEN", 0..3)]),
    ("bad_turn", &[("the side to move must be b or w", 22..23)]),
    (
        "bad_letter",
        &[(
            "unknown piece letter X: expected one of P L N S G B R K",
            7..8,
        )],
    ),
    (
        "full_width",
        &[
            ("full-width ４: expected plain ASCII", 0..3),
            ("full-width ５: expected plain ASCII", 4..7),
        ],
    ),
    (
        "digit_zero",
        &[("0 is not a run of empty squares: expected 1 to 9", 9..10)],
    ),
    ("plus_gold", &[("a gold cannot be promoted", 7..9)]),
    ("plus_king", &[("a king cannot be promoted", 1..3)]),
    ("plus_digit", &[("+ must be followed by a piece", 6..7)]),
    ("plus_end", &[("+ must be followed by a piece", 9..10)]),
    ("rank_short", &[("rank 3 has 8 squares: expected 9", 6..9)]),
    ("rank_long", &[("rank 3 has 10 squares: expected 9", 6..9)]),
    (
        "ranks_eight",
        &[("the board has 8 ranks: expected 9", 19..19)],
    ),
    (
        "ranks_ten",
        &[
            ("rank 3 has 5 squares: expected 9", 9..10),
            ("rank 4 has 4 squares: expected 9", 11..15),
            ("the board has more than 9 ranks (11)", 26..29),
        ],
    ),
    (
        "shtsume17",
        &[
            ("rank 3 has 5 squares: expected 9", 9..10),
            ("rank 4 has 4 squares: expected 9", 11..15),
            ("the board has more than 9 ranks (10)", 26..27),
            ("a king cannot be in hand", 37..39),
        ],
    ),
    ("king_in_hand", &[("a king cannot be in hand", 25..26)]),
    (
        "promoted_in_hand",
        &[("a promoted piece cannot be in hand", 24..26)],
    ),
    (
        "hand_trailing_count",
        &[("a count must be followed by a piece", 25..26)],
    ),
    (
        "hand_zero",
        &[("a count of zero: expected 1 or more", 24..25)],
    ),
    (
        "hand_huge",
        &[(
            "count too large: there are at most 18 pieces of a kind",
            24..44,
        )],
    ),
    ("too_many_pawns", &[("19 pawns, 18 exist", 24..27)]),
    (
        "too_many_golds",
        &[
            ("5 golds, 4 exist", 26..28),
            (
                "the defender is in check (from 5b) though the attacker is to move",
                1..2,
            ),
        ],
    ),
    (
        "too_many_rooks",
        &[("a promoted piece cannot be in hand", 25..27)],
    ),
    ("three_bishops", &[("3 bishops, 2 exist", 24..26)]),
    ("no_king", &[("no king to mate", 0..19)]),
    (
        "only_attacker_king",
        &[(
            "no king to mate: the only king (5a) is the attacker's",
            1..2,
        )],
    ),
    (
        "two_kings_one_side",
        &[("two kings of one side (defender)", 7..8)],
    ),
    (
        "nifu",
        &[(
            "two unpromoted pawns of one side (attacker) on file 5",
            11..12,
        )],
    ),
    (
        "nifu_defender",
        &[(
            "two unpromoted pawns of one side (defender) on file 9",
            11..12,
        )],
    ),
    ("dead_pawn", &[("a pawn that can never move (9a)", 0..1)]),
    ("dead_lance", &[("a lance that can never move (9a)", 0..1)]),
    (
        "dead_knight",
        &[("a knight that can never move (9b)", 4..5)],
    ),
    (
        "dead_defender_knight",
        &[("a knight that can never move (9h)", 16..17)],
    ),
    (
        "already_in_check",
        &[(
            "the defender is in check (from 5b) though the attacker is to move",
            1..2,
        )],
    ),
    (
        "bad_move_number",
        &[("the move number is not a number", 26..29)],
    ),
    (
        "illegal_moves",
        &[("not a check: not a line of this problem", 34..38)],
    ),
    (
        "illegal_move",
        &[(
            "the king would go to 5b, which is attacked: not a line of this problem",
            39..43,
        )],
    ),
    (
        "garbage_utf8",
        &[("not an SFEN: expected nine ranks separated by /", 0..6)],
    ),
    (
        "kif_line",
        &[("not an SFEN: expected nine ranks separated by /", 3..38)],
    ),
    ("nul", &[("control character 0x00 in the text", 25..26)]),
    (
        "very_long",
        &[("the board has more than 9 ranks (20)", 18..39)],
    ),
];

#[test]
fn every_row_is_refused_with_its_reason_at_its_byte() {
    let rows = rows();
    assert_eq!(rows.len(), EXPECTED.len());
    for ((name, text), (expected_name, expected)) in rows.iter().zip(EXPECTED) {
        assert_eq!(name, expected_name);
        let found = errors(text);
        let found: Vec<_> = found
            .iter()
            .map(|error| (error.to_string(), error.span.clone()))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(message, span)| ((*message).to_owned(), span.clone()))
            .collect();
        assert_eq!(found, expected, "{name}: {text}");
    }
}

#[test]
fn the_first_error_is_the_leftmost() {
    for (name, text) in rows() {
        if let Err(all) = sfen::parse_all(&text) {
            assert_eq!(sfen::parse(&text).unwrap_err(), all[0], "{name}");
            assert!(all.is_sorted_by_key(|error| error.span.start), "{name}");
        }
    }
}

#[test]
fn some_errors_say_what_to_do() {
    for (row, error, help) in [
        ("full_width", 0, "write 4"),
        ("shtsume17", 2, "ranks 3 and 4 together have nine squares"),
        ("kif_line", 0, "this looks like a move of a KIF file"),
        ("nifu", 0, "a promoted pawn is written +P"),
        (
            "only_attacker_king",
            0,
            "the side to move attacks, unless its own king is the only one and in check",
        ),
        (
            "already_in_check",
            0,
            "a problem begins before the first check, or with the checked side to move",
        ),
    ] {
        let text = rows().into_iter().find(|it| it.0 == row).unwrap().1;
        assert_eq!(
            errors(&text)[error].help.unwrap().to_string(),
            help,
            "{row}"
        );
    }
}
