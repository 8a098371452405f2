//! Answers as KIF. What they look like is in `tests/golden`.

use crate::{COOKED, stdout, tsume};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tsume::notation::record::{Format, read};

/// After the first move of a branch, the line goes on with best play, even if a dual or a cook is
/// found in the same variation.
#[test]
fn a_branch_goes_on_with_best_play() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["classes.tsv", "reference.tsv"] {
        let table = fs::read_to_string(Path::new("tests/data").join(name)).unwrap();
        let lines = table.lines().take(40).collect::<Vec<_>>().join("\n");
        fs::write(folder.path().join(name), lines + "\n").unwrap();
    }
    let run = |format| {
        let run = tsume().args(["check", "--nodes", "200k", "--variations", "1", "--format"]);
        stdout(run.arg(format).arg(COOKED).arg(folder.path()))
    };
    let rows: Vec<Value> = serde_json::from_str(&run("json")).unwrap();
    let records = read(&run("kif"), Format::Kif).into_iter();
    let records: Vec<_> = records.map(|it| it.content.unwrap().0).collect();
    assert_eq!(rows.len(), records.len());
    let (mut followed, mut tempted) = (0, 0);
    for (row, record) in rows.iter().zip(&records) {
        let words = |moves: &Value| -> Vec<String> {
            let moves = moves.as_array().unwrap().iter();
            moves.map(|it| it.as_str().unwrap().to_owned()).collect()
        };
        let solution = words(&row["solution"]);
        let tree = &record.tree;
        let name = |id: usize| tree.node(id).mv.unwrap().to_string();
        let child = |at: usize, mv: &String| {
            let mut children = tree.node(at).children.iter().copied();
            children.find(|&id| name(id) == *mv)
        };
        for turn in row["variations"].as_array().into_iter().flatten() {
            let before = turn["ply"].as_u64().unwrap() as usize - 1;
            let from = solution[..before].iter().try_fold(0, child);
            let defences = turn["defences"].as_array().unwrap().iter().enumerate();
            let shown = defences.filter(|(at, it)| *at == 0 || it["equal"] == json!(true));
            for (_, defence) in shown {
                let line = words(&defence["line"]);
                let Some(branch) = from.and_then(|from| child(from, &line[0])) else {
                    panic!("{}: no branch {line:?}", row["id"]);
                };
                let goes_on: Vec<_> = tree.line_from(branch).map(name).collect();
                assert_eq!(goes_on, line[1..], "{}: {}", row["id"], line[0]);
                followed += 1;
                tempted += usize::from(tree.node(branch).children.len() > 1);
            }
        }
    }
    assert!(followed > 20 && tempted > 0, "{followed} {tempted}");
}
