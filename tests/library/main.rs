//! The library, room by room: the folders are named like those of `src`. What takes long is in `tests/long`.

mod certificate;
mod composition;
mod judge;
mod notation;
mod search;
mod shogi;
mod verify;
