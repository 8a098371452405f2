//! Certificates written and read again, and files that are not certificates.

use super::{certified, composed_certified, composed_solver, problem, solver, table};
use std::io::{Read, Write};
use tsume::certificate::file::{FileError, Form, Reader, Writer};
use tsume::certificate::{Certificate, Claim};
use tsume::shogi::Move;

fn certificates() -> Vec<Certificate> {
    let mut solver = solver(4 << 20, true);
    let mut problems = table("reference.tsv");
    problems.extend(table("uchifuzume.tsv"));
    problems.push(problem("4k4/9/9/9/9/9/9/9/9 b P 1"));
    // The attacker is White.
    problems.push(problem("4k4/9/9/9/9/9/4p4/9/4K4 w g 1"));
    let mut all = Vec::new();
    for (problem, number) in problems.iter().zip(1..) {
        for mut certificate in certified(&mut solver, problem, 1_000_000).1 {
            certificate.id = format!("詰将棋 {number}");
            all.push(certificate);
        }
    }
    // Of the composed game, and about what moves lead to.
    let mut solver = composed_solver(4 << 20);
    for problem in table("reference.tsv").iter().take(60) {
        all.extend(composed_certified(&mut solver, problem, 200_000).1);
    }
    let certificate = all.iter().find(|it| it.claim == Claim::NoMate).expect("there is one");
    let mut after = certificate.clone();
    after.lines = vec![vec![usi("P*5b")], vec![usi("P*5b"), usi("5a5b"), usi("5i5h+")]];
    all.push(after);
    all
}

fn usi(text: &str) -> Move {
    tsume::notation::usi::parse_move(text).unwrap()
}

fn written(certificates: &[Certificate], form: Form) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), form).unwrap();
    for certificate in certificates {
        writer.write(certificate).unwrap();
    }
    writer.finish().unwrap()
}

fn read(bytes: &[u8]) -> Result<Vec<Certificate>, FileError> {
    Reader::new(bytes).collect()
}

/// Returns the compact format before compression.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    zstd::decode_all(bytes).unwrap()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let certificates = certificates();
    assert!(certificates.len() > 150);
    for form in [Form::Compact, Form::Readable] {
        let bytes = written(&certificates, form);
        assert_eq!(read(&bytes).unwrap(), certificates, "{form:?}");
    }
    let empty = written(&[], Form::Compact);
    assert_eq!(read(&empty).unwrap().len(), 0);
    let positions: usize = certificates.iter().map(|it| it.entries.len()).sum();
    let bytes = written(&certificates, Form::Compact).len();
    let composed: usize = certificates.iter().map(|it| it.composed.len()).sum();
    assert!(composed > 1_000, "{composed}");
    let positions = positions + composed;
    assert!(bytes < 16 * positions, "{bytes} bytes for {positions}");
}

#[test]
fn every_cut_of_a_file_is_noticed() {
    let certificates = &certificates()[..3];
    let bytes = written(certificates, Form::Compact);
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "{end} of {}", bytes.len());
    }
    let plain = unpacked(&bytes);
    for end in 0..plain.len() {
        let error = read(&packed(&plain[..end])).unwrap_err();
        assert!(matches!(error, FileError::Truncated), "{end}: {error}");
    }
    let mut longer = plain;
    longer.push(0);
    assert!(read(&packed(&longer)).is_err());
}

#[test]
fn a_file_cannot_claim_more_positions_than_it_can_hold() {
    let plain = unpacked(&written(&certificates()[..1], Form::Compact));
    // The same entry again and again compresses to nothing.
    let head = plain.len() - 2;
    let mut bomb = zstd::Encoder::new(Vec::new(), 19).unwrap();
    bomb.write_all(&plain[..head]).unwrap();
    let entry = [1, 0, 1, 0, 1];
    for _ in 0..1_000 {
        bomb.write_all(&entry.repeat(10_000)).unwrap();
    }
    let bomb = bomb.finish().unwrap();
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let error = read(&bomb).unwrap_err();
    assert!(error.to_string().contains("more positions"), "{error}");
}

#[test]
fn other_files_are_refused() {
    for text in ["", "4k4/9/4P4/9/9/9/9/9/9 b G 1", "{}", "{\"format\":1}", "\u{feff}{}"] {
        let read = read(text.as_bytes());
        assert!(read.is_err(), "{text}: {read:?}");
    }
    let other = packed(b"tsume prose");
    assert!(matches!(read(&other), Err(FileError::NotAProof)));
    let later = packed(b"tsume proof\x02\x00");
    assert!(matches!(read(&later), Err(FileError::Version(2))));
    let mut text = String::new();
    let json = written(&certificates()[..1], Form::Readable);
    json.as_slice().read_to_string(&mut text).unwrap();
    let later = text.replace("\"version\":1", "\"version\":2");
    assert!(matches!(read(later.as_bytes()), Err(FileError::Version(2))));
}

/// A misspelt `lines` would make a claim about positions after moves one about the problem.
#[test]
fn what_the_readable_form_does_not_have_is_refused() {
    let text = String::from_utf8(written(&certificates(), Form::Readable)).unwrap();
    assert!(read(text.as_bytes()).is_ok());
    for (there, instead) in [
        ("\"version\":", "\"line\":[],\"version\":"),
        ("\"plies\":", "\"vanishd\":\"P\",\"plies\":"),
        (" 1\",\"attacker\"", " 1 moves 9a9b\",\"attacker\""),
        (" 1\",\"attacker\"", " 1; id \\\"x\\\"\",\"attacker\""),
        ("\"entries\":[{", "\"entries\":[{\"robust\":true,"),
        ("\"robust\":true", "\"robust\":1"),
        ("\"robust\":true", "\"robust\":null"),
        ("\"entries\":[{", "\"entries\":[{\"move\":null,"),
    ] {
        assert!(text.contains(there), "{there}");
        let changed = text.replacen(there, instead, 1);
        assert!(read(changed.as_bytes()).is_err(), "{instead}");
    }
}

#[test]
fn a_move_to_where_it_begins_is_refused_in_both_forms() {
    let certificate = &certificates()[0];
    let readable = String::from_utf8(written(std::slice::from_ref(certificate), Form::Readable));
    let readable = readable.unwrap();
    let mv = readable.split("\"move\":\"").nth(1).unwrap();
    let mv = &mv[..mv.find('"').unwrap()];
    assert!(mv.len() >= 4 && !mv.contains('*'), "{mv}");
    let bent = readable.replace(mv, &format!("{}{}", &mv[2..4], &mv[2..4]));
    let told = read(bent.as_bytes()).unwrap_err().to_string();
    assert!(told.contains("ends on the square where it begins"), "{told}");
    let plain = unpacked(&written(std::slice::from_ref(certificate), Form::Compact));
    let mv = usi(mv);
    let bytes = [mv.from().unwrap().index() as u8, mv.to().index() as u8];
    let at = plain.windows(2).rposition(|it| it[0] & 127 == bytes[0] && it[1] == bytes[1]);
    let mut bent = plain;
    bent[at.unwrap()] = bytes[1];
    let told = read(&packed(&bent)).unwrap_err().to_string();
    assert!(told.contains("ends on the square where it begins"), "{told}");
}
