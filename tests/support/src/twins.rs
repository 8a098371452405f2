//! Collections of tables and random problems, and twins of their problems: the same one mirrored,
//! shifted, or with some pieces changed.

use crate::Random;
use crate::positions::{Theme, position};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use tsume::composition::problem::Image;
use tsume::composition::similar::{Alignment, Arrangement, Known};
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::{sfen, usi};
use tsume::shogi::{Color, Hand, Move, Piece, PieceKind, Position, Setup, Square};

/// A problem with the attacker as Black, and its main line.
#[derive(Clone)]
pub struct Work {
    pub setup: Setup,
    pub line: Vec<Move>,
}

impl Work {
    /// Makes a problem of a diagram with the attacker as Black, if it is one. The defender holds the
    /// rest.
    fn new(mut setup: Setup, line: Vec<Move>) -> Option<Self> {
        setup.hands[Color::White.index()] = Hand::EMPTY;
        let problem = Problem::new(setup, AttackerRule::Black, DefenderHandRule::Auto).ok()?;
        let setup = problem.normalised().clone();
        Some(Self { setup, line })
    }

    /// Reads the rows of a table with the columns `sfen` and perhaps `main_line`.
    pub fn of_table(text: &str) -> Vec<Self> {
        let mut lines = text.lines();
        let head: Vec<_> = lines.next().unwrap_or_default().split('\t').collect();
        let column = |name: &str| head.iter().position(|it| *it == name);
        let (sfen, main_line) = (column("sfen"), column("main_line"));
        let work = |row: &str| {
            let cells: Vec<_> = row.split('\t').collect();
            let setup = sfen::parse(cells.get(sfen?)?).ok()?.setup;
            let read = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto);
            let problem = read.ok()?;
            let moves = main_line.and_then(|it| cells.get(it)).copied();
            let moves = moves.unwrap_or_default().split_whitespace();
            let line: Option<Vec<Move>> = moves.map(|it| usi::parse_move(it).ok()).collect();
            let [Image { setup, line, .. }, _] = problem.images(&line?);
            Self::new(setup, line)
        };
        lines.filter_map(work).collect()
    }

    /// Returns what an index knows about it.
    pub fn known(&self) -> Known {
        let setup = self.setup.clone();
        let problem = Problem::new(setup, AttackerRule::Black, DefenderHandRule::Auto);
        Known { arrangement: Arrangement::from(&problem.expect("a work is a problem")), line: self.line.clone() }
    }

    /// Returns the pieces on the board and in the attacker's hand.
    pub fn pieces(&self) -> usize {
        self.setup.pieces().count() + self.setup.hands[0].total() as usize
    }

    /// Returns a number that is the same for all problems with these pieces, however they are
    /// mirrored or shifted.
    fn fingerprint(&self) -> u64 {
        let of = |mirrored: bool| {
            let pieces = self.setup.pieces().map(|(square, piece)| {
                let file = if mirrored { 8 - square.file() } else { square.file() };
                (file, square.rank(), piece.index())
            });
            let mut pieces: Vec<_> = pieces.collect();
            let (left, top) = pieces.iter().fold((8, 8), |(left, top), it| (left.min(it.0), top.min(it.1)));
            for it in &mut pieces {
                *it = (it.0 - left, it.1 - top, it.2);
            }
            pieces.sort_unstable();
            let mut hasher = DefaultHasher::new();
            (pieces, self.setup.hands[0]).hash(&mut hasher);
            hasher.finish()
        };
        of(false).min(of(true))
    }

    /// Returns the same with everything laid elsewhere, if it stays on the board.
    fn laid(&self, alignment: Alignment) -> Option<Self> {
        let mut setup = self.setup.clone();
        setup.board = [None; Square::COUNT];
        for (square, piece) in self.setup.pieces() {
            setup.board[alignment.of(square)?.index()] = Some(piece);
        }
        let line = self.line.iter().map(|&mv| alignment.of_move(mv));
        let line = line.collect::<Option<_>>().unwrap_or_default();
        Self::new(setup, line)
    }

    /// Returns the same with `count` pieces added, taken away, moved, or replaced by others, on the
    /// board or in the attacker's hand. Its line is not known.
    fn changed(&self, count: usize, random: &mut Random) -> Option<Self> {
        let mut setup = self.setup.clone();
        let mut touched = Vec::new();
        for _ in 0..count {
            let square = change(&mut setup, &touched, random)?;
            touched.push(square);
        }
        Self::new(setup, Vec::new())
    }
}

/// Changes one piece that was not changed before. Returns the square on which it stands now, or from
/// which it was taken.
fn change(setup: &mut Setup, touched: &[Square], random: &mut Random) -> Option<Square> {
    let free = |setup: &Setup, random: &mut Random| {
        let square = Square::from_index(random.below(Square::COUNT))?;
        let is_free = setup.piece_at(square).is_none() && !touched.contains(&square);
        is_free.then_some(square)
    };
    let some = |setup: &Setup, random: &mut Random| {
        let on_board: Vec<_> = setup.pieces().filter(|it| !touched.contains(&it.0)).collect();
        let at = random.below(on_board.len().max(1));
        on_board.get(at).copied()
    };
    let other = |random: &mut Random| {
        let kind = PieceKind::ALL[random.below(PieceKind::ALL.len())];
        (kind != PieceKind::King).then(|| Piece::new(Color::ALL[random.below(2)], kind))
    };
    match random.below(6) {
        0 => {
            let (square, piece) = (free(setup, random)?, other(random)?);
            setup.board[square.index()] = Some(piece);
            Some(square)
        }
        1 => {
            let (square, piece) = some(setup, random)?;
            if piece.kind() == PieceKind::King {
                return None;
            }
            setup.board[square.index()] = None;
            Some(square)
        }
        // Kings are moved as other pieces are.
        2 | 3 => {
            let ((from, piece), to) = (some(setup, random)?, free(setup, random)?);
            setup.board[from.index()] = None;
            setup.board[to.index()] = Some(piece);
            Some(to)
        }
        4 => {
            let ((square, piece), new) = (some(setup, random)?, other(random)?);
            let is_other = piece.kind() != PieceKind::King && piece != new;
            setup.board[square.index()] = Some(new);
            is_other.then_some(square)
        }
        _ => {
            let hand = &mut setup.hands[Color::Black.index()];
            let kind = PieceKind::HAND[random.below(PieceKind::HAND.len())];
            *hand = if hand.has(kind) { hand.remove(kind) } else { hand.add(kind) };
            // Whatever is changed next, it is another square.
            Square::from_index(0)
        }
    }
}

/// How a twin differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Mirrored,
    Shifted,
    MirroredAndShifted,
    Changed(usize),
    /// Mirrored, shifted, and with this number of pieces changed.
    All(usize),
    /// It begins two plies or more later in the same line, mirrored and shifted.
    Later,
}

impl Kind {
    pub const ALL: [Self; 9] = [
        Self::Mirrored,
        Self::Shifted,
        Self::MirroredAndShifted,
        Self::Changed(1),
        Self::Changed(2),
        Self::Changed(3),
        Self::All(1),
        Self::All(2),
        Self::Later,
    ];
}

/// Returns a twin of a problem, if one of some attempts is a problem.
pub fn twin(work: &Work, kind: Kind, random: &mut Random) -> Option<Work> {
    let attempt = |random: &mut Random| {
        let shift = |random: &mut Random, mirrored| {
            let alignment = Alignment { mirrored, files: random.below(9) as i8 - 4, ranks: random.below(9) as i8 - 4 };
            let moves = (alignment.files, alignment.ranks) != (0, 0);
            moves.then(|| work.laid(alignment)).flatten()
        };
        match kind {
            Kind::Mirrored => work.laid(Alignment { mirrored: true, ..Alignment::default() }),
            Kind::Shifted => shift(random, false),
            Kind::MirroredAndShifted => shift(random, true),
            Kind::Changed(count) => work.changed(count, random),
            Kind::All(count) => shift(random, true)?.changed(count, random),
            Kind::Later => later(&shift(random, true)?, random),
        }
    };
    (0..60).find_map(|_| attempt(random))
}

fn later(work: &Work, random: &mut Random) -> Option<Work> {
    let most = work.line.len().checked_sub(5)? / 2;
    let plies = 2 * (1 + random.below(most.max(1)));
    let mut setup = work.setup.clone();
    let line = work.line.get(plies..).filter(|it| it.len() >= 5)?;
    for &mv in &work.line[..plies] {
        if !setup.play(mv) {
            return None;
        }
    }
    Work::new(setup, line.to_vec())
}

/// Returns so many problems: those of the tables; further ones that are made of them by changing
/// four to ten pieces and laying them elsewhere; and random ones of every theme. Those without a line
/// get one of legal moves, as long as those of short works. No two are the same, not even mirrored or
/// shifted.
pub fn collection(tables: &[Work], count: usize, random: &mut Random) -> Vec<Work> {
    let mut works = Vec::new();
    let mut seen = HashSet::new();
    let given = tables.iter().filter(|it| seen.insert(it.fingerprint()));
    works.extend(given.take(count).cloned());
    let mut number = 0_usize;
    while works.len() < count {
        number += 1;
        let made = if number.is_multiple_of(3) && !tables.is_empty() {
            let from = &tables[random.below(tables.len())];
            let alignment = Alignment {
                mirrored: random.below(2) == 0,
                files: random.below(5) as i8 - 2,
                ranks: random.below(5) as i8 - 2,
            };
            let changes = 4 + random.below(7);
            let changed = from.changed(changes, random);
            changed.map(|it| it.laid(alignment).unwrap_or(it))
        } else {
            let theme = Theme::ALL[number % Theme::ALL.len()];
            Work::new(position(theme, random), Vec::new())
        };
        let made = made.filter(|it| seen.insert(it.fingerprint()));
        works.extend(made.map(|mut it| {
            if it.line.is_empty() {
                it.line = some_line(&it.setup, random);
            }
            it
        }));
    }
    works
}

/// Returns a line of legal moves of up to eleven plies.
fn some_line(setup: &Setup, random: &mut Random) -> Vec<Move> {
    let mut position = Position::new(setup);
    let mut line = Vec::new();
    for _ in 0..7 + 2 * random.below(3) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        position.make(mv);
        line.push(mv);
    }
    line
}
