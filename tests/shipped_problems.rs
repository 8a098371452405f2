//! The files in `problems/` are what they claim to be: legal problems with ids of their own.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use tsume::notation::sfen;
use tsume::tsume::{AttackerRule, DefenderHandRule, Problem};

#[test]
fn every_shipped_problem_is_legal_and_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let mut ids = HashSet::new();
    for (file, count) in [
        ("first-steps.sfen", 12),
        ("classics/muso.sfen", 105),
        ("classics/zuko.sfen", 104),
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), count, "{file}");
        for line in lines {
            let record = sfen::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let setup = record.setup.clone();
            let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto)
                .unwrap_or_else(|reasons| panic!("{line}: {reasons:?}"));
            assert!(
                problem.attacker_to_move() && problem.notes().is_empty(),
                "{line}"
            );
            let written = sfen::write(problem.setup());
            assert!(
                line.starts_with(&format!("{written};")),
                "{line}: not canonical"
            );
            let id = record
                .opcode("id")
                .unwrap_or_else(|| panic!("{line}: no id"));
            assert!(ids.insert(id.to_owned()), "{id} twice");
            for length in ["plies", "recorded"] {
                let value = record.opcode(length).map(str::parse::<u32>);
                assert!(
                    value.is_none_or(|value| value.is_ok_and(|n| n % 2 == 1)),
                    "{line}"
                );
            }
        }
    }
}
