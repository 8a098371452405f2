//! `tsume`: a tsume shogi (詰将棋) solver.

pub mod notation;
pub mod search;
pub mod shogi;
pub mod tsume;
pub mod verify;
