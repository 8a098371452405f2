use crate::common::setup;
use crate::{moves, solver, cell};
use tsume::search::Limits;
use tsume::shogi::Position;
use tsume::tsume::Author;
use tsume::tsume::check::{Question, check};

#[test]
fn probe() {
    let table = std::fs::read_to_string(std::env::var("PROBE").unwrap()).unwrap();
    let nodes: u64 = std::env::var("NODES").map_or(3_000_000, |n| n.parse().unwrap());
    let mut solver = solver();
    let start = std::time::Instant::now();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let setup = setup(cells[1]);
        let line = cells.iter().rev().nth(1).unwrap();
        let question = Question { author: Author { line: moves(line), plies: None }, ..Question::default() };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let t = std::time::Instant::now();
        let j = check(&mut solver, &Position::new(&setup), &question, &limits, &mut |_| {});
        let ms = t.elapsed().as_millis();
        if ms > 300 || !j.unresolved.is_empty() {
            println!("{} {} ms {} nodes, unresolved {:?}\n   {:?}", cells[0], ms, j.composed.strict.stats.nodes,
                j.unresolved.iter().map(|u| format!("{}:{}{}", u.before.len()+1, tsume::notation::usi::write_move(u.mv), if u.mates {"!"} else {""})).collect::<Vec<_>>(),
                j.findings.iter().filter(|f| !f.line.is_empty()).map(|f| format!("{:?} {}", f.kind, cell(f))).collect::<Vec<_>>());
        }
        if start.elapsed().as_secs() > 200 { println!("out of time at {}", cells[0]); break; }
    }
}
