//! Tables of the attacks of each kind of piece from each square, made at compile time.

use super::set::Bitboard;
use super::zones::promotion_zone;
use crate::{color::Color, piece::PieceKind, square::Square};

/// The eight directions as (files to the left, ranks down) steps. The first four are orthogonal;
/// 1, 3, 5 and 7 have rising square numbers.
pub(super) const STEPS: [(i8, i8); 8] = [
    (0, -1),
    (0, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (1, 1),
    (-1, 1),
    (1, -1),
];

pub(super) const NORTH: usize = 0;
pub(super) const SOUTH: usize = 1;

/// Returns the opposite direction: 0↔1, 2↔3, 4↔5, 6↔7.
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 1
}

/// Returns the squares from each square to the edge, in each direction.
const fn build_rays() -> [[Bitboard; 81]; 8] {
    let mut rays = [[Bitboard::EMPTY; 81]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (df, dr) = STEPS[direction];
        let mut from = 0;
        while from < 81 {
            let mut bits = 0;
            let mut next = square(from).offset(df, dr);
            while let Some(to) = next {
                bits |= 1 << to.index();
                next = to.offset(df, dr);
            }
            rays[direction][from] = Bitboard(bits);
            from += 1;
        }
        direction += 1;
    }
    rays
}

pub(super) const fn square(index: usize) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => unreachable!(),
    }
}

const RAYS_TABLE: [[Bitboard; 81]; 8] = build_rays();
/// The attacks of sliding pieces in each direction on an empty board. The first two are those of
/// Black's lances and White's.
pub(super) static RAYS: [[Bitboard; 81]; 8] = RAYS_TABLE;

/// The rays of a bishop, or of a rook along its rank, from one square.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lines<const N: usize> {
    /// Rays with falling square numbers, with their bytes in reverse.
    pub(super) falling: [u128; N],
    /// Rays with rising square numbers.
    pub(super) rising: [u128; N],
}

const fn build_lines<const N: usize>(falling: [usize; N], rising: [usize; N]) -> [Lines<N>; 81] {
    let mut table = [Lines {
        falling: [0; N],
        rising: [0; N],
    }; 81];
    let mut from = 0;
    while from < 81 {
        let mut i = 0;
        while i < N {
            table[from].falling[i] = RAYS_TABLE[falling[i]][from].0.swap_bytes();
            table[from].rising[i] = RAYS_TABLE[rising[i]][from].0;
            i += 1;
        }
        from += 1;
    }
    table
}

pub(super) static RANK_LINES: [Lines<1>; 81] = build_lines([2], [3]);
pub(super) static BISHOP_LINES: [Lines<2>; 81] = build_lines([4, 6], [5, 7]);

/// The number of the first square of a square's file.
pub(super) static FILE_SHIFT: [u8; 81] = {
    let mut table = [0; 81];
    let mut from = 0;
    while from < 81 {
        table[from] = square(from).file() * 9;
        from += 1;
    }
    table
};

/// The attacks along a file, by rank and by the pieces on the seven inner squares; pieces on the
/// outer squares make no difference.
pub(super) static FILE_ATTACKS: [[u16; 128]; 9] = {
    let mut table = [[0; 128]; 9];
    let mut rank = 0;
    while rank < 9 {
        let mut inner = 0;
        while inner < 128 {
            let occupied = inner << 1;
            let mut to = rank;
            while to > 0 && (to == rank || occupied >> to & 1 == 0) {
                to -= 1;
                table[rank][inner] |= 1 << to;
            }
            to = rank;
            while to < 8 && (to == rank || occupied >> to & 1 == 0) {
                to += 1;
                table[rank][inner] |= 1 << to;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// Returns the attacks of sliding pieces in four directions on an empty board.
const fn cross(directions: [usize; 4]) -> [Bitboard; 81] {
    let mut table = [Bitboard::EMPTY; 81];
    let mut from = 0;
    while from < 81 {
        let mut i = 0;
        while i < 4 {
            table[from].0 |= RAYS_TABLE[directions[i]][from].0;
            i += 1;
        }
        from += 1;
    }
    table
}

const ROOK_RAYS_TABLE: [Bitboard; 81] = cross([0, 1, 2, 3]);
const BISHOP_RAYS_TABLE: [Bitboard; 81] = cross([4, 5, 6, 7]);
pub(super) static ROOK_RAYS: [Bitboard; 81] = ROOK_RAYS_TABLE;
pub(super) static BISHOP_RAYS: [Bitboard; 81] = BISHOP_RAYS_TABLE;

/// Returns, for each square, it and its neighbours together with the rays from all of them.
const fn with_rays_of_neighbours(rays: &[Bitboard; 81]) -> [Bitboard; 81] {
    let mut table = [Bitboard::EMPTY; 81];
    let mut king = 0;
    while king < 81 {
        let zone = STEP_TABLE[0][PieceKind::King as usize][king].0 | 1 << king;
        let mut near = 0;
        while near < 81 {
            if zone >> near & 1 != 0 {
                table[king].0 |= rays[near].0 | 1 << near;
            }
            near += 1;
        }
        king += 1;
    }
    table
}

pub(super) static ROOKS_NEAR: [Bitboard; 81] = with_rays_of_neighbours(&ROOK_RAYS_TABLE);
pub(super) static BISHOPS_NEAR: [Bitboard; 81] = with_rays_of_neighbours(&BISHOP_RAYS_TABLE);

/// The direction from one square to another on the same line, by the number in [`STEPS`]; 8 if there
/// is none.
pub(super) static DIRECTION: [[u8; 81]; 81] = {
    let mut table = [[8; 81]; 81];
    let mut direction = 0;
    while direction < 8 {
        let (df, dr) = STEPS[direction];
        let mut from = 0;
        while from < 81 {
            let mut next = square(from).offset(df, dr);
            while let Some(to) = next {
                table[from][to.index()] = direction as u8;
                next = to.offset(df, dr);
            }
            from += 1;
        }
        direction += 1;
    }
    table
};

const fn build_steps() -> [[[Bitboard; 81]; 16]; 2] {
    let mut table = [[[Bitboard::EMPTY; 81]; 16]; 2];
    let mut k = 0;
    while k < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[k];
        let steps: &[(i8, i8)] = match kind {
            PieceKind::Pawn => &[(0, -1)],
            PieceKind::Knight => &[(-1, -2), (1, -2)],
            PieceKind::Silver => &[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)],
            PieceKind::Gold
            | PieceKind::ProPawn
            | PieceKind::ProLance
            | PieceKind::ProKnight
            | PieceKind::ProSilver => &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
            PieceKind::King => &STEPS,
            PieceKind::Horse => &[(0, -1), (0, 1), (-1, 0), (1, 0)],
            PieceKind::Dragon => &[(-1, -1), (1, 1), (-1, 1), (1, -1)],
            PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook => &[],
        };
        let mut from = 0;
        while from < 81 {
            let mut i = 0;
            while i < steps.len() {
                let (df, dr) = steps[i];
                if let Some(to) = square(from).offset(df, dr) {
                    table[0][kind as usize][from].0 |= 1 << to.index();
                }
                if let Some(to) = square(from).offset(df, -dr) {
                    table[1][kind as usize][from].0 |= 1 << to.index();
                }
                i += 1;
            }
            from += 1;
        }
        k += 1;
    }
    table
}

/// The squares that a piece attacks by a step: by colour, kind and square.
const STEP_TABLE: [[[Bitboard; 81]; 16]; 2] = build_steps();
pub(super) static STEP: [[[Bitboard; 81]; 16]; 2] = STEP_TABLE;

/// The squares from which a piece attacks a square on an empty board, and this square itself: by colour,
/// kind and attacked square.
pub(super) static ORIGINS: [[[Bitboard; 81]; 16]; 2] = {
    // A piece attacks a square from where the same piece of the other side would attack back.
    let mut table = STEP_TABLE;
    table.swap(0, 1);
    let mut to = 0;
    while to < 81 {
        let mut c = 0;
        while c < 2 {
            table[c][PieceKind::Lance as usize][to].0 |= RAYS_TABLE[1 - c][to].0;
            let mut k = 0;
            while k < PieceKind::ALL.len() {
                let kind = PieceKind::ALL[k];
                table[c][kind as usize][to].0 |= 1 << to
                    | match kind {
                        PieceKind::Bishop | PieceKind::Horse => BISHOP_RAYS_TABLE[to].0,
                        PieceKind::Rook | PieceKind::Dragon => ROOK_RAYS_TABLE[to].0,
                        _ => 0,
                    };
                k += 1;
            }
            c += 1;
        }
        to += 1;
    }
    table
};

/// The squares from which a step of a piece of a colour can attack the king on a square, or a neighbour
/// of the king.
pub(super) static STEPS_NEAR: [[Bitboard; 81]; 2] = {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut king = 0;
    while king < 81 {
        let mut file = -2;
        while file <= 2 {
            let mut rank = -3;
            while rank <= 3 {
                if let Some(near) = square(king).offset(file, rank) {
                    // From three ranks away only knights can, which jump forward.
                    if rank <= 2 && rank >= -2 || rank == 3 {
                        table[0][king].0 |= 1 << near.index();
                    }
                    if rank <= 2 && rank >= -2 || rank == -3 {
                        table[1][king].0 |= 1 << near.index();
                    }
                }
                rank += 1;
            }
            file += 1;
        }
        king += 1;
    }
    table
};

/// The squares from which a piece can give check by one move on an empty board: by colour, kind and
/// square of the king. Only for the first five kinds: bishops and rooks can from nearly everywhere.
pub(super) static REACH: [[[Bitboard; 81]; 5]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 81]; 5]; 2];
    let mut c = 0;
    while c < 2 {
        let zone = promotion_zone(Color::ALL[c]).0;
        let mut k = 0;
        while k < 5 {
            let kind = PieceKind::HAND[k];
            let mut king = 0;
            while king < 81 {
                let plain = if matches!(kind, PieceKind::Lance) {
                    RAYS_TABLE[1 - c][king].0
                } else {
                    STEP_TABLE[1 - c][k][king].0
                };
                let promoted = if matches!(kind, PieceKind::Gold) {
                    0
                } else {
                    STEP_TABLE[1 - c][PieceKind::Gold as usize][king].0
                };
                let mut from = 0;
                while from < 81 {
                    let to = if matches!(kind, PieceKind::Lance) {
                        RAYS_TABLE[c][from].0
                    } else {
                        STEP_TABLE[c][k][from].0
                    };
                    let promotable = if zone >> from & 1 != 0 { to } else { to & zone };
                    if (to & plain) | (promotable & promoted) != 0 {
                        table[c][k][king].0 |= 1 << from;
                    }
                    from += 1;
                }
                king += 1;
            }
            k += 1;
        }
        c += 1;
    }
    table
};
