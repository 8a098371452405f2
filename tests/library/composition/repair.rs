//! Compares repairs and extensions with plain enumerations that are judged by the check of a composition.

use support::setup;
use tsume::composition::check::{Question, check};
use tsume::composition::repair::{
    Allowed, Edit, EditKind, Keep, Outcome, Plies, Request, Shortcuts, extend, repair, versions,
};
use tsume::composition::rules::Profile;
use tsume::composition::verdict::Verdict;
use tsume::composition::{AttackerRule, Author, DefenderHandRule, Problem};
use tsume::notation::usi;
use tsume::search::{Limits, SearchConfig, Solver};
use tsume::shogi::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// The composition with three cooks in the README.
const COOKED: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";

/// A mate in five without one of its pieces, and its line.
const WITHOUT_A_ROOK: (&str, &str) = ("9/9/9/8k/6B2/9/9/9/9 b - 1", "3a3d+ 1d1e 3d2d 1e1f 2d2f");

fn problem(sfen: &str) -> Problem {
    Problem::new(setup(sfen), AttackerRule::Auto, DefenderHandRule::Auto).unwrap()
}

fn moves(line: &str) -> Vec<Move> {
    let moves = line.split_whitespace();
    moves.map(|it| usi::parse_move(it).unwrap()).collect()
}

fn solver(keep: bool) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: 32 << 20,
        keep,
        ..SearchConfig::default()
    })
}

fn repaired(problem: &Problem, request: &Request, jobs: usize) -> Outcome {
    let mut solvers: Vec<Solver> = (0..jobs).map(|_| solver(true)).collect();
    let author = Author::default();
    let limits = Limits::default();
    repair(&mut solvers, problem, &author, request, &limits, &|_| {}).unwrap()
}

fn found(outcome: &Outcome) -> Vec<(Setup, Verdict)> {
    let found = outcome.found.iter();
    found
        .map(|it| (it.version.setup.clone(), it.verdict))
        .collect()
}

/// Returns an author with a line as far as it can be played on a diagram.
fn author_of(setup: &Setup, line: &[Move]) -> Author {
    let mut position = Position::new(setup);
    let mut author = Author::default();
    for &mv in line {
        let moves = match position.turn() {
            Color::Black => position.checks(),
            Color::White => position.evasions(),
        };
        if !moves.contains(&mv) {
            author.broken = true;
            break;
        }
        position.make(mv);
        author.line.push(mv);
    }
    author
}

/// Judges a diagram, with the author's line as far as it can be played.
fn judged(setup: &Setup, line: &[Move]) -> (Verdict, Option<Vec<Move>>) {
    thread_local! {
        static CHECKER: std::cell::RefCell<Solver> = std::cell::RefCell::new(solver(false));
    }
    let question = Question {
        author: author_of(setup, line),
        ..Question::default()
    };
    let problem = support::problem(setup);
    let judgement =
        CHECKER.with_borrow_mut(|checker| check(checker, &problem, &question, &mut |_| {}));
    let line = judgement.composed.reading.as_ref();
    let line = line.map(|it| it.line.clone());
    (judgement.verdict(Profile::Standard), line)
}

const fn is_good(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Sound | Verdict::Blemished)
}

fn corner() -> Allowed {
    let squares = Square::all().filter(|it| it.file() < 3 && it.rank() < 4);
    Allowed {
        squares: Some(squares.collect()),
        ..Allowed::default()
    }
}

#[test]
#[ignore = "takes 16 s"]
fn a_repair_finds_what_a_check_of_every_version_finds() {
    for (sfen, line, keep) in [
        (COOKED, "", Keep::Length),
        (COOKED, "", Keep::Key(1)),
        (COOKED, "", Keep::Plies(Plies::of([2]).unwrap())),
        (WITHOUT_A_ROOK.0, WITHOUT_A_ROOK.1, Keep::Line),
    ] {
        let problem = problem(sfen);
        let request = Request {
            keep,
            line: moves(line),
            allowed: corner(),
            all: true,
            ..Request::default()
        };
        let outcome = repaired(&problem, &request, 1);
        let mut plain = Vec::new();
        for version in versions(&problem, &corner()) {
            let whole = &outcome.line[..];
            let (author, at): (&[Move], Vec<usize>) = match keep {
                Keep::Key(count) => (&whole[..count], (0..count).collect()),
                Keep::Plies(_) => (&[], vec![1]),
                Keep::Line => (whole, (0..whole.len()).collect()),
                _ => (&[], Vec::new()),
            };
            let (verdict, judged) = judged(&version.setup, author);
            let stays = judged.is_some_and(|it| {
                let may_differ = !matches!(keep, Keep::Line | Keep::Length);
                let is_same = |&at: &usize| it.get(at) == Some(&whole[at]);
                (may_differ || it.len() == whole.len()) && at.iter().all(is_same)
            });
            if stays && is_good(verdict) {
                plain.push((version.setup, verdict));
            }
        }
        assert!(!plain.is_empty(), "{keep:?}");
        let found = found(&outcome);
        assert_eq!(found.len(), plain.len(), "{keep:?}");
        assert!(plain.iter().all(|it| found.contains(it)), "{keep:?}");
    }
}

#[test]
fn no_shortcut_changes_what_is_found() {
    let problem = problem(WITHOUT_A_ROOK.0);
    let with = |shortcuts, jobs| {
        let request = Request {
            line: moves(WITHOUT_A_ROOK.1),
            allowed: corner(),
            shortcuts,
            all: true,
            ..Request::default()
        };
        found(&repaired(&problem, &request, jobs))
    };
    let usual = with(Shortcuts::default(), 1);
    assert!(!usual.is_empty());
    let none = Shortcuts::none();
    let usually = Shortcuts::default();
    for shortcuts in [
        none,
        Shortcuts {
            playable: false,
            ..usually
        },
        Shortcuts {
            leftover: false,
            ..usually
        },
        Shortcuts {
            best_play: false,
            ..usually
        },
        Shortcuts {
            first_flaw: false,
            ..usually
        },
        Shortcuts {
            suspects: false,
            ..usually
        },
    ] {
        assert_eq!(with(shortcuts, 1), usual, "{shortcuts:?}");
    }
    assert_eq!(with(usually, 2), usual);
}

#[test]
fn the_three_additions_to_the_example_of_the_readme_are_found() {
    let allowed = Allowed {
        kinds: vec![EditKind::Add],
        ..Allowed::default()
    };
    let request = Request {
        allowed,
        keep: Keep::Mate,
        all: true,
        ..Request::default()
    };
    let outcome = repaired(&problem(COOKED), &request, 1);
    assert_eq!(outcome.verdict, Verdict::Flawed);
    let sound = outcome
        .found
        .iter()
        .filter(|it| it.verdict == Verdict::Sound);
    assert!(sound.count() >= 3);
    for it in &outcome.found {
        assert_eq!(judged(&it.version.setup, &[]).0, it.verdict);
    }
    let costs = outcome.found.iter();
    let costs: Vec<_> = costs
        .map(|it| (it.verdict != Verdict::Sound, it.version.cost))
        .collect();
    assert!(costs.is_sorted());
}

#[test]
fn fixed_squares_stay_and_other_squares_do_not_change() {
    let problem = problem(COOKED);
    let at = |name| usi::parse_square(name).unwrap();
    let allowed = Allowed {
        fixed: vec![at("1c"), at("2c")],
        ..corner()
    };
    let all = versions(&problem, &allowed);
    assert!(all.len() > 100);
    let inside = corner().squares.unwrap();
    for version in &all {
        let original = problem.normalised();
        for square in Square::all() {
            if original.board[square.index()] != version.setup.board[square.index()] {
                assert!(inside.contains(&square) && !allowed.fixed.contains(&square));
            }
        }
        assert!(version.setup.problems(Color::Black).is_empty());
        assert_ne!(&version.setup, original);
    }
    let mut setups: Vec<_> = all.iter().map(|it| format!("{:?}", it.setup)).collect();
    setups.sort();
    setups.dedup();
    assert_eq!(setups.len(), all.len());
}

#[test]
fn a_piece_that_the_line_needs_is_put_back() {
    let problem = problem(WITHOUT_A_ROOK.0);
    let request = Request {
        line: moves(WITHOUT_A_ROOK.1),
        all: true,
        ..Request::default()
    };
    let outcome = repaired(&problem, &request, 1);
    let rook = Edit::Add {
        piece: Piece::new(Color::Black, PieceKind::Rook),
        square: usi::parse_square("3a").unwrap(),
    };
    assert!(outcome.found.iter().any(|it| it.version.edits == [rook]));
    assert!(outcome.found.iter().all(|it| it.line == request.line));
}

#[test]
fn two_changes_mend_what_one_change_does_not() {
    // Without a change of the squares that matter one edit is not enough.
    let allowed = Allowed {
        kinds: vec![EditKind::Remove, EditKind::Swap],
        ..Allowed::default()
    };
    let one = Request {
        allowed,
        all: true,
        ..Request::default()
    };
    let problem = problem(COOKED);
    let single = repaired(&problem, &one, 1);
    let two = repaired(&problem, &Request { edits: 2, ..one }, 1);
    assert!(two.found.len() >= single.found.len());
    for it in &two.found {
        let (verdict, line) = judged(&it.version.setup, &two.line);
        assert_eq!(
            (verdict, line.as_deref()),
            (it.verdict, Some(&two.line[..]))
        );
    }
    assert!(!single.misses.is_empty());
    assert!(single.misses.iter().all(|it| !it.removed.is_empty()));
}

/// Problems with two changes, their lines, the squares that may change, and the originals: with a rook
/// for the bishop alone the line ends even sooner; with the gold alone the attacker mates sooner.
const TWICE_CHANGED: [[&str; 4]; 2] = [
    [
        "9/7kS/9/6B2/9/9/9/9/9 b S2rb4g2s4n4l18p 1",
        "S*2c 2b3a 3d3c+ 3a4a 3c3b 4a5a S*6b",
        "3c 3d",
        "9/7kS/6s2/6R2/9/9/9/9/9 b Sr2b4gs4n4l18p 1",
    ],
    [
        "8k/9/9/8G/9/9/9/9/7R1 b R2b3g4s4n4l18p 1",
        "R*2a 1a1b 1d2c",
        "3a 2i",
        "6G1k/9/9/8G/9/9/9/9/9 b Rr2b2g4s4n4l18p 1",
    ],
];

#[test]
fn changes_that_harm_alone_mend_together() {
    for [changed, line, squares, original] in TWICE_CHANGED {
        let squares = squares.split_whitespace();
        let squares = squares.map(|it| usi::parse_square(it).unwrap()).collect();
        let request = Request {
            line: moves(line),
            allowed: Allowed {
                squares: Some(squares),
                ..Allowed::default()
            },
            edits: 2,
            all: true,
            ..Request::default()
        };
        let changed_problem = problem(changed);
        let author = author_of(changed_problem.normalised(), &request.line);
        let mut solvers = [solver(true)];
        let limits = Limits::default();
        let outcome = repair(
            &mut solvers,
            &changed_problem,
            &author,
            &request,
            &limits,
            &|_| {},
        );
        let outcome = outcome.unwrap();
        let original = setup(original);
        let mut found = outcome.found.iter();
        assert!(found.any(|it| it.version.setup == original), "{changed}");
        for it in &outcome.found {
            assert_eq!(judged(&it.version.setup, &it.line).0, it.verdict);
        }
    }
}

#[test]
fn every_sound_problem_that_leads_into_another_is_found() {
    let problem = problem("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let mut solvers = [solver(true)];
    let (author, request, limits) = (Author::default(), Request::default(), Limits::default());
    let outcome = extend(&mut solvers, &problem, &author, &request, &limits, &|_| {}).unwrap();
    let after = problem.normalised();
    let mut plain = 0;
    let mut candidates = 0;
    for (middle, reply) in taken_back(after, Color::White) {
        let position = Position::new(&middle);
        if !position.in_check(Color::White) || !position.evasions().contains(&reply) {
            continue;
        }
        for (first, mv) in taken_back(&middle, Color::Black) {
            let position = Position::new(&first);
            if !first.problems(Color::Black).is_empty() || !position.checks().contains(&mv) {
                continue;
            }
            candidates += 1;
            let line: Vec<Move> = [mv, reply]
                .into_iter()
                .chain(outcome.line.clone())
                .collect();
            let (verdict, judged) = judged(&first, &line);
            let is_found = (outcome.found.iter())
                .any(|it| it.version.setup == first && it.version.before == [mv, reply]);
            let is_wanted = is_good(verdict) && judged.as_ref() == Some(&line);
            assert_eq!(is_found, is_wanted, "{first:?} {line:?}");
            plain += usize::from(is_wanted);
        }
    }
    assert_eq!(outcome.tally.looked_at, candidates);
    assert_eq!(outcome.found.len(), plain);
    assert!(candidates > 10, "{candidates}");
}

/// Takes back a move in every way that can be written down.
fn taken_back(after: &Setup, side: Color) -> Vec<(Setup, Move)> {
    let mut all = Vec::new();
    let kinds = PieceKind::ALL
        .into_iter()
        .filter(|&it| it != PieceKind::King);
    for (to, _) in after.pieces().filter(|(_, it)| it.color() == side) {
        for captured in std::iter::once(None).chain(kinds.clone().map(Some)) {
            let mut base = after.clone();
            base.turn = side;
            base.board[to.index()] = captured.map(|kind| Piece::new(side.flip(), kind));
            let hand = base.hands[side.index()];
            if let Some(kind) = captured {
                if !hand.has(kind.unpromote()) {
                    continue;
                }
                base.hands[side.index()] = hand.remove(kind.unpromote());
            }
            for kind in PieceKind::ALL {
                let origins = Square::all().filter(|it| base.piece_at(*it).is_none());
                for (from, promotes) in origins.flat_map(|it| [(it, false), (it, true)]) {
                    let mut before = base.clone();
                    before.board[from.index()] = Some(Piece::new(side, kind));
                    let mv = Move::board(from, to, promotes);
                    if before.attacks(from, to) && leads(&before, mv, after) {
                        all.push((before, mv));
                    }
                }
                if captured.is_none() && PieceKind::HAND.contains(&kind) {
                    let mut before = base.clone();
                    let hand = before.hands[side.index()];
                    if hand.count(kind) < u32::from(PieceKind::SET[kind.index()]) {
                        before.hands[side.index()] = hand.add(kind);
                        if leads(&before, Move::drop(kind, to), after) {
                            all.push((before, Move::drop(kind, to)));
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

#[test]
fn versions_that_differ_in_the_square_of_one_rook_are_one_idea() {
    let problem = problem(COOKED);
    let request = |all| Request {
        edits: 2,
        best: 5,
        all,
        ..Request::default()
    };
    let outcome = repaired(&problem, &request(false), 1);
    let ideas: Vec<usize> = outcome.found.iter().map(|it| it.idea).collect();
    assert_eq!(ideas, [1, 2, 3, 4, 5]);
    let edits = |at: usize| {
        let edits = &outcome.found[at].version.edits;
        edits.iter().map(|it| it.kind()).collect::<Vec<_>>()
    };
    assert_eq!(edits(0), [EditKind::Remove, EditKind::Add]);
    assert_eq!(edits(1), [EditKind::Move, EditKind::Add]);
    assert_eq!(outcome.found[0].like_it, 4);
    assert!(outcome.tally.alike > 0 && outcome.tally.left > 0);

    let every = repaired(&problem, &request(true), 1);
    assert_eq!(every.tally.alike, 0);
    let of_first = every.found.iter().filter(|it| it.idea == 1);
    let others = |it: &tsume::composition::repair::Repaired| it.like_it + 1;
    assert_eq!(of_first.clone().count(), others(&every.found[0]));
    assert!(of_first.count() > 5);
}

#[test]
fn extensions_are_told_idea_by_idea_with_the_best_rating_first() {
    let problem = problem("7k1/9/7P1/9/9/9/9/9/9 b G 1");
    let request = Request {
        extends: true,
        best: 10,
        ..Request::default()
    };
    let outcome = repaired(&problem, &request, 1);
    assert_eq!(outcome.found.len(), 5);
    let moves: Vec<String> = (outcome.found.iter())
        .map(|it| usi::write_move(it.version.before[0]))
        .collect();
    // Horse, bishop, dragon, rook with and without promotion: from wherever they come.
    assert!(
        moves.iter().all(|it| it[2..].starts_with("2a")),
        "{moves:?}"
    );
    let points = outcome.found.iter().map(|it| {
        let rating = it.judgement.rating.as_ref().expect("an extension is rated");
        (it.verdict, rating.aesthetics.points)
    });
    let points: Vec<_> = points.collect();
    assert!(
        points.is_sorted_by(|a, b| a.0 != b.0 || a.1 >= b.1),
        "{points:?}"
    );

    let every = repaired(
        &problem,
        &Request {
            all: true,
            ..request
        },
        1,
    );
    assert_eq!(every.found.len(), 39);
    assert_eq!(every.found.iter().map(|it| it.idea).max(), Some(5));
}
