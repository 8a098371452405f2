//! Tables of problems with their alternatives, and the table of verdicts.

use super::forbidden::Line;
use super::lengths::{Lengths, Stop, between};
use super::reading::Reading;
use super::rule::{Turn, Verdict};
use crate::notation;
use std::fmt::Write as _;
use tsume::notation::usi::{write_line, write_move};
use tsume::shogi::{Move, PieceKind, Setup};
use tsume::verify::{Board, rules};

/// The first line of the table.
pub const HEADER: &str =
    "name\tsfen\tmain_line\tply\tmove\ttotal\told\tnew\tline\tback_at\ttags\textra\tother_readings";

/// Alternatives are looked for that take so many plies more than the rest of the line.
const LONGER: u32 = 4;

/// A check that mates beside the one of the line.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Number of the move, from 1.
    pub ply: usize,
    pub mv: Move,
    /// Plies from the start to the mate.
    pub total: u32,
    /// The class by the older rule, where it is known.
    pub old: String,
}

/// A problem, its line and alternatives that are known.
#[derive(Clone, Debug)]
pub struct Problem {
    pub name: String,
    pub sfen: String,
    pub main_line: String,
    pub known: Vec<Alternative>,
}

/// How far problems are looked into.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes for an alternative.
    pub nodes: u64,
    /// Nodes for finding alternatives at a turn; none are looked for if it is 0.
    pub finding: u64,
    /// Plies that an attack may be longer than it has to be.
    pub slack: u32,
}

/// The effort with which the table was made.
pub const EFFORT: Effort = Effort {
    nodes: 3_000_000,
    finding: 30_000,
    slack: 4,
};

/// Reads a table with the columns `name`, `sfen`, `main_line` and, last, `alternatives`.
pub fn problems(text: &str, plies: &[usize]) -> Vec<Problem> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| header.iter().position(|it| *it == name);
    let (line_at, known_at) = (column("main_line"), column("alternatives"));
    let problem = |row: &str| {
        let fields: Vec<&str> = row.split('\t').collect();
        let field = |at: Option<usize>| at.and_then(|at| fields.get(at)).copied().unwrap_or("");
        let known = field(known_at).split_whitespace().map(|text| {
            let (ply, rest) = text.split_once(':').expect("a ply");
            let (mv, rest) = rest.split_once('=').expect("a length");
            let (total, class) = rest.split_once(':').unwrap_or((rest, ""));
            let number = |text: &str| text.parse::<u32>().expect("a number");
            let class = class.split('+').next().unwrap_or_default().to_owned();
            Alternative {
                ply: number(ply) as usize,
                mv: notation::usi(mv),
                total: number(total),
                old: class,
            }
        });
        Problem {
            name: fields[0].to_owned(),
            sfen: fields[1].to_owned(),
            main_line: field(line_at).to_owned(),
            known: known.collect(),
        }
    };
    let fits = |it: &Problem| plies.contains(&it.main_line.split_whitespace().count());
    lines.map(problem).filter(fits).collect()
}

/// Returns the rows of a problem with all columns, and what could not be decided.
pub fn rows(problem: &Problem, effort: Effort) -> (Vec<String>, Vec<String>) {
    let setup = notation::setup(&problem.sfen);
    let start = Board::new(&setup).expect("a diagram");
    let line = Line::new(&start, &notation::line(&problem.main_line));
    let (mut rows, mut open) = (Vec::new(), Vec::new());
    for ply in (1..line.moves.len()).step_by(2) {
        let mut lengths = Lengths::new(setup.turn, 0);
        let (found, all) = alternatives(&mut lengths, problem, &line, ply, effort);
        if !all && effort.finding > 0 {
            open.push(format!("{} {ply}: there may be more", problem.name));
        }
        let readings = &Reading::OTHERS;
        for row in rows_of(
            &mut lengths,
            problem,
            &line,
            (ply, &found),
            readings,
            effort,
        ) {
            match row {
                Ok(row) => rows.push(row),
                Err(row) => open.push(row),
            }
        }
    }
    (rows, open)
}

/// Returns the rows of alternatives at a turn; the undecided ones shorter and as errors.
pub fn rows_of(
    lengths: &mut Lengths,
    problem: &Problem,
    line: &Line,
    (ply, found): (usize, &[Alternative]),
    readings: &[(&str, Reading)],
    effort: Effort,
) -> Vec<Result<String, String>> {
    let moves: Vec<_> = found.iter().map(|it| (it.mv, it.total)).collect();
    let verdicts = judge(lengths, line, ply, &moves, Reading::CHOSEN, effort);
    let mut others = vec![String::new(); found.len()];
    for &(name, reading) in readings {
        let by_other = judge(lengths, line, ply, &moves, reading, effort);
        for ((verdict, other), text) in verdicts.iter().zip(&by_other).zip(&mut others) {
            let (verdict, other) = (verdict.as_ref(), other.as_ref());
            if other.map(|it| it.class) != verdict.map(|it| it.class) {
                let class = other.map_or("?", |it| it.class.name());
                let gap = if text.is_empty() { "" } else { " " };
                write!(text, "{gap}{name}={class}").expect("text can be written");
            }
        }
    }
    let row = |((it, verdict), other): ((&Alternative, Option<Verdict>), String)| {
        let (mv, total) = (write_move(it.mv), it.total);
        let Some(verdict) = verdict else {
            return Err(format!("{} {ply}:{mv}={total}", problem.name));
        };
        let (class, extra) = (verdict.class.name(), verdict.extra);
        let (there, back_at) = verdict.back.unwrap_or_default();
        let back_at = match back_at.as_slice() {
            [] if there.is_empty() => String::new(),
            [] => "start".to_owned(),
            moves => write_line(moves),
        };
        let (there, tags) = (write_line(&there), tags(line, ply, it.mv));
        let Problem {
            name,
            sfen,
            main_line,
            ..
        } = problem;
        let old = &it.old;
        Ok(format!(
            "{name}\t{sfen}\t{main_line}\t{ply}\t{mv}\t{total}\t{old}\t{class}\t{there}\t{back_at}\t{tags}\t{extra}\t{other}"
        ))
    };
    found.iter().zip(verdicts).zip(others).map(row).collect()
}

/// Returns the known alternatives at a turn and those that are found, and whether that are all.
fn alternatives(
    lengths: &mut Lengths,
    problem: &Problem,
    line: &Line,
    ply: usize,
    effort: Effort,
) -> (Vec<Alternative>, bool) {
    let known = problem.known.iter().filter(|it| it.ply == ply);
    let mut found: Vec<Alternative> = known.cloned().collect();
    let board = &line.boards[ply - 1];
    let rest = line.plies() - ply as u32;
    lengths.nodes = effort.finding;
    // Short ones first: the nodes may not do for more.
    for longer in (0..=LONGER).step_by(2) {
        for (mv, after) in rules::checks(board) {
            if mv == line.moves[ply - 1] || found.iter().any(|it| it.mv == mv) {
                continue;
            }
            match lengths.defend(&after, rest + longer) {
                Ok(None) => {}
                Ok(Some(length)) => found.push(Alternative {
                    ply,
                    mv,
                    total: ply as u32 + length,
                    old: String::new(),
                }),
                Err(Stop) => return (found, false),
            }
        }
    }
    (found, true)
}

/// Judges alternatives, looking as far as the nodes allow.
pub fn judge(
    lengths: &mut Lengths,
    line: &Line,
    ply: usize,
    alternatives: &[(Move, u32)],
    reading: Reading,
    effort: Effort,
) -> Vec<Option<Verdict>> {
    lengths.nodes = effort.nodes;
    let Ok(mut turn) = Turn::new(lengths, line, ply, reading) else {
        return vec![None; alternatives.len()];
    };
    let judge = |&(mv, total): &(Move, u32)| {
        let after = rules::play_legal(&line.boards[ply - 1], mv).expect("a legal alternative");
        let rest = total - ply as u32;
        turn.lengths.nodes = effort.nodes;
        let length = turn.lengths.defend(&after, rest).ok()?;
        assert_eq!(length, Some(rest), "{}", write_move(mv));
        let slacks = (0..=effort.slack).step_by(2);
        slacks
            .map_while(|slack| turn.judge(mv, &after, rest, slack).ok())
            .last()
    };
    alternatives.iter().map(judge).collect()
}

/// Returns the tags that rows 1, 3 and 4 of the list of classes may give an alternative.
pub fn tags(line: &Line, ply: usize, mv: Move) -> String {
    let board = &line.boards[ply - 1];
    let main = line.moves[ply - 1];
    let mut tags = Vec::new();
    if mv.to() == main.to() && mv.from() == main.from() && mv.dropped() == main.dropped() {
        tags.push("+promo");
    }
    let king = board.king(!board.turn()).expect("the king is there");
    let squares = |mv: Move| {
        let mut squares = between(king, mv.to());
        squares.push(mv.to());
        squares
    };
    let (one, other) = (squares(mv), squares(main));
    let slides = match (mv.dropped(), mv.from()) {
        (Some(kind), _) => kind,
        (None, Some(from)) => board
            .piece(from)
            .map_or(PieceKind::Pawn, |it| it.kind().unpromote()),
        (None, None) => PieceKind::Pawn,
    };
    let same_ray = one[0] == other[0] && one.starts_with(&other) | other.starts_with(&one);
    let is_far = mv.from() == main.from()
        && mv.dropped() == main.dropped()
        && mv.promotes() == main.promotes()
        && mv.to() != main.to()
        && matches!(
            slides,
            PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook
        )
        && same_ray
        && (one.iter().chain(&other)).all(|&at| {
            at == mv.to() || at == main.to() || board.piece(at).is_none() || Some(at) == mv.from()
        });
    if is_far {
        tags.push("+far");
    }
    let setup = Setup {
        board: *board.cells(),
        ..Setup::empty()
    };
    if mv == main.mirror() && setup.board == setup.mirror().board {
        tags.push("mirror");
    }
    tags.join(" ")
}
