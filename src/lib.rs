//! `tsume`: a tsume shogi (詰将棋) solver.

pub mod search;
pub mod shogi;
pub mod verify;
