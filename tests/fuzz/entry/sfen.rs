//! SFEN with what stands behind it: a line of moves, and opcodes.

use super::lies_in;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::sfen::{self, SfenRecord};
use tsume::notation::{moves, usi};
use tsume::shogi::Color;

/// A line, if it is text.
///
/// The errors stand from left to right, each within the line; a line that is read comes back the
/// same from its canonical form, opcodes and all; and a problem that is legal is one in that form,
/// too.
pub fn sfen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let record = match sfen::parse_all(text) {
        Ok(record) => record,
        Err(errors) => {
            for error in &errors {
                lies_in(text, &error.span, error);
            }
            assert!(
                errors.is_sorted_by_key(|error| error.span.start),
                "{text:?}"
            );
            assert_eq!(sfen::parse(text).as_ref(), Err(&errors[0]), "{text:?}");
            return;
        }
    };
    places(text, &record);
    // A name with a quotation mark in it cannot be told from one with an operand.
    if record.tail.iter().any(|it| it.key.contains('"')) {
        return;
    }
    let again = canonical(&record);
    let read = sfen::parse_all(&again).unwrap_or_else(|errors| panic!("{again:?}: {errors:?}"));
    assert_eq!(read.setup, record.setup, "{again:?}");
    assert_eq!(read.moves, record.moves, "{again:?}");
    assert_eq!(read.spans.moves.len(), read.moves.len());
    let opcodes = |record: &SfenRecord| -> Vec<(String, String)> {
        let tail = record.tail.iter();
        tail.map(|it| (it.key.clone(), it.value.clone())).collect()
    };
    assert_eq!(opcodes(&read), opcodes(&record), "{again:?}");
    for attacker in [AttackerRule::Auto, AttackerRule::Black, AttackerRule::White] {
        for hand in [
            DefenderHandRule::Auto,
            DefenderHandRule::Given,
            DefenderHandRule::Rest,
        ] {
            meaning(text, &record, attacker, hand);
        }
    }
}

/// Every part stands somewhere in the line, and says there what it says.
fn places(text: &str, record: &SfenRecord) {
    let spans = &record.spans;
    for span in [&spans.diagram, &spans.board, &spans.turn, &spans.hands] {
        lies_in(text, span, record);
    }
    assert_eq!(spans.moves.len(), record.moves.len(), "{text:?}");
    for (mv, span) in record.moves.iter().zip(&spans.moves) {
        lies_in(text, span, record);
        // A text that is broken into lines may be broken within a move.
        let word = text[span.clone()].replace(['\n', '\r'], "");
        let word = word.as_str();
        // Western books write in ASCII, too: `R5h`, `G*5b!`.
        match usi::parse_move(word) {
            Ok(read) => assert_eq!(read, *mv, "{text:?}"),
            Err(_) => assert!(matches!(moves::read(word)[..], [Ok(_)]), "{text:?}"),
        }
    }
    for opcode in &record.tail {
        lies_in(text, &opcode.span, opcode);
        // A word behind the moves, such as 千日手, is an opcode without its name.
        let is_named = text[..opcode.span.start].contains(';');
        let there = &text[opcode.span.clone()];
        assert!(!is_named || there.starts_with(&opcode.key), "{text:?}");
    }
}

fn canonical(record: &SfenRecord) -> String {
    let mut text = sfen::write(&record.setup);
    if !record.moves.is_empty() {
        text += " moves ";
        text += &usi::write_line(&record.moves);
    }
    for opcode in &record.tail {
        let value = opcode.value.replace('"', "\"\"");
        text.extend(["; ", &opcode.key, " \"", &value, "\""]);
    }
    text
}

/// The problem that the diagram is, or why it is none.
fn meaning(text: &str, record: &SfenRecord, attacker: AttackerRule, hand: DefenderHandRule) {
    let problem = match Problem::new(record.setup.clone(), attacker, hand) {
        Ok(problem) => problem,
        Err(reasons) => {
            assert!(!reasons.is_empty(), "{text:?}");
            for reason in &reasons {
                let error = record.locate(reason);
                lies_in(text, &error.span, error.to_string());
            }
            return;
        }
    };
    if let Err(error) = record.check_line(problem.setup(), problem.attacker()) {
        lies_in(text, &error.span, error.to_string());
    }
    if let Err(error) = record.check_moves(problem.setup()) {
        lies_in(text, &error.span, error.to_string());
    }
    let whole = sfen::write(problem.setup());
    let read = sfen::parse(&whole).expect("it was written");
    let given = match problem.attacker() {
        Color::Black => AttackerRule::Black,
        Color::White => AttackerRule::White,
    };
    let again = Problem::new(read.setup, given, DefenderHandRule::Given);
    let again = again.unwrap_or_else(|reasons| panic!("{text:?} as {whole:?}: {reasons:?}"));
    assert_eq!(again.setup(), problem.setup(), "{text:?}");
    assert_eq!(again.normalised(), problem.normalised(), "{text:?}");
}
