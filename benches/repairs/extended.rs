//! Extensions compared with every way to take back two moves, and problems grown by extension.

use crate::random::Random;
use crate::{Args, cases, judged, request, solver, timed};
use cpu_time::ProcessTime;
use tsume::composition::repair::{Request, extend};
use tsume::composition::verdict::Verdict;
use tsume::composition::{AttackerRule, Author, DefenderHandRule, Problem};
use tsume::notation::sfen;
use tsume::search::Limits;
use tsume::shogi::{Color, Hand, Move, Piece, PieceKind, Position, Setup, Square};

/// Writes sound problems of 9, 11 or 13 plies that lead into others.
pub fn grown(args: &Args) {
    let mut random = Random::new(args.seed);
    let mut solvers = [solver(true)];
    let mut all = 0;
    for case in cases(args) {
        if all == args.count {
            break;
        }
        let aim = 9 + 2 * random.below(3);
        let mut problem = case.problem.clone();
        let mut plies = 0;
        let request = Request {
            best: 5,
            ..Request::default()
        };
        while plies < aim {
            let author = Author::default();
            let (outcome, _) = timed(args, |limits| {
                extend(&mut solvers, &problem, &author, &request, limits, &|_| {})
            });
            let Ok(outcome) = outcome else { break };
            let is_given = plies == 0;
            if is_given && !(args.from..=args.to).contains(&(outcome.line.len() as u32)) {
                break;
            }
            let found = outcome.found.iter();
            let sound: Vec<_> = found.filter(|it| it.verdict == Verdict::Sound).collect();
            if sound.is_empty() {
                break;
            }
            let chosen = sound[random.below(sound.len())];
            plies = chosen.line.len();
            let setup = chosen.version.setup.clone();
            let made = Problem::new(setup, AttackerRule::Black, DefenderHandRule::Given);
            problem = made.expect("versions are legal");
        }
        if plies >= aim {
            all += 1;
            println!("{}", sfen::write(problem.setup()));
        }
    }
}

pub fn extended(args: &Args) {
    let (mut all, mut wrong) = (0, 0);
    let mut checker = solver(false);
    for case in cases(args) {
        if all == args.count {
            break;
        }
        let setup = case.problem.normalised();
        let (verdict, line) = judged(&mut checker, setup, &[], Some(2_000_000));
        let Some(line) = line.filter(|_| verdict == Verdict::Sound) else {
            continue;
        };
        if !(args.from..=args.to).contains(&(line.len() as u32)) {
            continue;
        }
        all += 1;
        let started = ProcessTime::now();
        let mut solvers = [solver(true)];
        let outcome = extend(
            &mut solvers,
            &case.problem,
            &Author::default(),
            &request(args, &[]),
            &Limits::default(),
            &|_| {},
        );
        let took = started.elapsed();
        let outcome = outcome.expect("it has a line");
        let started = ProcessTime::now();
        let mut plain = Vec::new();
        let mut candidates = 0;
        for (first, before) in plainly_before(setup) {
            candidates += 1;
            let whole: Vec<Move> = before.iter().chain(&outcome.line).copied().collect();
            let (verdict, found) = judged(&mut checker, &first, &whole, None);
            if found == Some(whole) && matches!(verdict, Verdict::Sound | Verdict::Blemished) {
                plain.push((first, before.to_vec()));
            }
        }
        let plain_took = started.elapsed();
        let found: Vec<_> = (outcome.found.iter())
            .map(|it| (it.version.setup.clone(), it.version.before.clone()))
            .collect();
        let missing = plain.iter().filter(|it| !found.contains(it)).count();
        let too_many = found.iter().filter(|it| !plain.contains(it)).count();
        wrong += usize::from(missing + too_many > 0 || candidates != outcome.tally.looked_at);
        println!(
            "{}: {candidates} candidates, {} by checks ({:.1} s), {} by extend ({:.1} s, {:?}); missing {missing}, too many {too_many}",
            case.id,
            plain.len(),
            plain_took.as_secs_f64(),
            found.len(),
            took.as_secs_f64(),
            outcome.tally,
        );
    }
    println!("{all} problems, {wrong} with a difference");
}

/// Takes back two moves in every way that can be written down, and keeps what can be played forwards.
fn plainly_before(setup: &Setup) -> Vec<(Setup, [Move; 2])> {
    let mut all = Vec::new();
    for (middle, reply) in written_down(setup, Color::White) {
        let position = Position::new(&middle);
        if !position.in_check(Color::White) || !position.evasions().contains(&reply) {
            continue;
        }
        for (first, check) in written_down(&middle, Color::Black) {
            let position = Position::new(&first);
            if position.checks().contains(&check) && first.problems(Color::Black).is_empty() {
                all.push((first, [check, reply]));
            }
        }
    }
    all
}

/// Returns every diagram that differs by a piece of a side on another square or in its hand, of any
/// kind, with anything captured, and that a move turns into the given one.
fn written_down(after: &Setup, side: Color) -> Vec<(Setup, Move)> {
    let mut all = Vec::new();
    let other = side.flip();
    for (to, _) in after.pieces().filter(|(_, it)| it.color() == side) {
        let captured = PieceKind::ALL
            .into_iter()
            .filter(|&it| it != PieceKind::King);
        for captured in std::iter::once(None).chain(captured.map(Some)) {
            let mut base = after.clone();
            base.turn = side;
            base.board[to.index()] = captured.map(|kind| Piece::new(other, kind));
            if let Some(kind) = captured {
                let hand = base.hands[side.index()];
                if !hand.has(kind.unpromote()) {
                    continue;
                }
                base.hands[side.index()] = hand.remove(kind.unpromote());
            }
            for kind in PieceKind::ALL {
                for from in Square::all().filter(|it| base.piece_at(*it).is_none()) {
                    for promotes in [false, true] {
                        let mut before = base.clone();
                        before.board[from.index()] = Some(Piece::new(side, kind));
                        let mv = Move::board(from, to, promotes);
                        if before.attacks(from, to) && leads(&before, mv, after) {
                            all.push((before, mv));
                        }
                    }
                }
                if captured.is_none() && PieceKind::HAND.contains(&kind) {
                    let mut before = base.clone();
                    let hand: Hand = before.hands[side.index()];
                    if hand.count(kind) < u32::from(PieceKind::SET[kind.index()]) {
                        before.hands[side.index()] = hand.add(kind);
                        let mv = Move::drop(kind, to);
                        if leads(&before, mv, after) {
                            all.push((before, mv));
                        }
                    }
                }
            }
        }
    }
    all
}

fn leads(before: &Setup, mv: Move, after: &Setup) -> bool {
    let mut setup = before.clone();
    setup.play(mv) && setup == *after
}
