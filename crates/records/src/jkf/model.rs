//! The model of JSON Kifu Format, after its schema
//! (<https://github.com/na2hiro/json-kifu-format>).
//!
//! Types and fields have the names and the order of the schema: errors name the types, and the
//! order of fields is that of the text.

use serde::{Deserialize, Serialize};

/// A side.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) enum Color {
    Black,
    White,
}

impl From<Color> for u8 {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => 0,
            Color::White => 1,
        }
    }
}

impl TryFrom<u8> for Color {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            0 => Ok(Self::Black),
            1 => Ok(Self::White),
            _ => Err(format!("invalid value: {number}, expected 0 or 1")),
        }
    }
}

/// A kind of pieces, with its name in CSA.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Kind {
    Fu,
    Ky,
    Ke,
    Gi,
    Ki,
    Ka,
    Hi,
    Ou,
    To,
    Ny,
    Nk,
    Ng,
    Um,
    Ry,
}

/// A handicap (手合割), or a diagram of its own.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub(crate) enum Preset {
    #[serde(rename = "HIRATE")]
    Even,
    #[serde(rename = "KY")]
    Lance,
    #[serde(rename = "KY_R")]
    RightLance,
    #[serde(rename = "KA")]
    Bishop,
    #[serde(rename = "HI")]
    Rook,
    #[serde(rename = "HIKY")]
    RookLance,
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "3")]
    Three,
    #[serde(rename = "4")]
    Four,
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "5_L")]
    LeftFive,
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "7_L")]
    LeftSeven,
    #[serde(rename = "7_R")]
    RightSeven,
    #[serde(rename = "8")]
    Eight,
    #[serde(rename = "10")]
    Ten,
    #[serde(rename = "OTHER")]
    Other,
}

/// The word that tells a move from those of other pieces.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Relative {
    /// 左
    L,
    /// 直
    C,
    /// 右
    R,
    /// 上
    U,
    /// 寄
    M,
    /// 引
    D,
    /// 左上
    Lu,
    /// 左寄
    Lm,
    /// 左引
    Ld,
    /// 右上
    Ru,
    /// 右寄
    Rm,
    /// 右引
    Rd,
    /// 打
    H,
}

/// How a line ends.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum MoveSpecial {
    Toryo,
    Chudan,
    Sennichite,
    TimeUp,
    IllegalMove,
    /// Black did something illegal.
    #[serde(rename = "+ILLEGAL_ACTION")]
    IllegalActionBlack,
    /// White did something illegal.
    #[serde(rename = "-ILLEGAL_ACTION")]
    IllegalActionWhite,
    Jishogi,
    Kachi,
    Hikiwake,
    Matta,
    Tsumi,
    Fuzumi,
    Error,
}

/// The beginning of a record.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub(crate) struct Initial {
    pub preset: Preset,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<StateFormat>,
}

/// A diagram.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub(crate) struct StateFormat {
    /// The side to move.
    pub color: Color,
    /// The squares, by file and rank.
    pub board: [[Piece; 9]; 9],
    pub hands: [Hand; 2],
}

/// The number of pieces of each kind in a hand. Some programs leave out kinds of which there are none.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default)]
#[serde(rename_all = "UPPERCASE", default, deny_unknown_fields)]
pub(crate) struct Hand {
    pub fu: u8,
    pub ky: u8,
    pub ke: u8,
    pub gi: u8,
    pub ki: u8,
    pub ka: u8,
    pub hi: u8,
}

/// The content of a square; empty if both fields are missing.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
}

/// A move with its comments, time and forks.
#[derive(Serialize, Clone, Debug, Default)]
pub(crate) struct MoveFormat {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<MoveMoveFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special: Option<MoveSpecial>,
    /// The lines that may be played instead of this move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forks: Option<Vec<Vec<MoveFormat>>>,
}

/// A move alone.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub(crate) struct MoveMoveFormat {
    pub color: Color,
    /// The origin; `None` for a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<PlaceFormat>,
    pub to: PlaceFormat,
    /// The piece before it promotes.
    pub piece: Kind,
    /// Whether the move before went to the same square (同).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same: Option<bool>,
    /// Whether the piece promotes; `None` if it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relative: Option<Relative>,
}

/// A square: its file and rank, from 1.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub(crate) struct PlaceFormat {
    pub x: u8,
    pub y: u8,
}

/// The time spent on a move, and on all moves of the side.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub(crate) struct Time {
    pub now: TimeFormat,
    /// Some programs leave it out.
    #[serde(default)]
    pub total: TimeFormat,
}

/// Hours, minutes and seconds.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default)]
pub(crate) struct TimeFormat {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h: Option<u8>,
    pub m: u8,
    pub s: u8,
}
