//! The sentence that says which lines of a text were read as its diagram, hands, title and moves.

use crate::notation::japanese::hand;
use crate::notation::record::{DrawnPart, Taken, TakenForm};
use crate::said::Said;
use crate::shogi::Color;
use crate::vocabulary::Lang;

says! {
    line(at): "line {at}", "{at}行目";
    lines(from, to): "lines {from}–{to}", "{from}〜{to}行目";
    board(place): "read a board from {place}", "{place}の盤面図";
    part(files, ranks, corner, place): "read {files} × {ranks} squares of a board, the {corner}, from {place}",
        "{place}の部分図（{corner}の{files}×{ranks}マス）";
    list(place): "read a list of pieces from {place}", "{place}の駒の一覧";
    sfen(place): "read the SFEN in {place}", "{place}のSFEN";
    csa(place): "read a diagram in CSA from {place}", "{place}のCSA";
    link(place): "read the link in {place}", "{place}のリンク";
    opening(place): "read a game from {place}", "{place}からの対局";
    upper_right(): "upper right corner", "右上";
    part_at(file, rank): "part from file {file} and rank {rank} on", "{file}筋{rank}段目から";
    hand_of(pieces, place): "the hand {pieces} from {place}", "{place}の持駒（{pieces}）";
    hand_of_white(pieces, place): "White's hand {pieces} from {place}", "{place}の後手の持駒（{pieces}）";
    no_hand(): "no pieces in hand are found", "持駒は見つからない";
    title(place): "the title from {place}", "{place}の題名";
    moves(place): "the author's line from {place}", "{place}の手順";
}

/// Returns the sentence that says which lines of a text were read as which parts of a problem.
#[must_use]
pub fn of_taken(taken: &Taken) -> Said {
    let place = range_of_lines(taken.lines);
    let first = match (taken.form, taken.part) {
        (TakenForm::Board, Some(drawn)) => drawn_part(drawn, place),
        (TakenForm::Board, None) => board(place),
        (TakenForm::List, _) => list(place),
        (TakenForm::Csa, _) => csa(place),
        (TakenForm::Link, _) => link(place),
        (TakenForm::Opening, _) => opening(place),
        _ => sfen(place),
    };
    let is_drawn = matches!(taken.form, TakenForm::Board | TakenForm::List);
    let mut said = vec![first];
    for read in &taken.hands {
        let (pieces, place) = (hand(read.hand), line(read.line));
        said.push(match read.color {
            Color::Black => hand_of(pieces, place),
            Color::White => hand_of_white(pieces, place),
        });
    }
    if is_drawn && taken.hands.is_empty() {
        said.push(no_hand());
    }
    said.extend(taken.title.map(|it| title(line(it))));
    said.extend(taken.moves.map(|it| moves(range_of_lines(it))));
    Said::of(|lang| {
        let parts: Vec<&str> = said.iter().map(|it| it.in_lang(lang)).collect();
        match lang {
            Lang::English => parts.join(", "),
            Lang::Japanese => format!("{}を読んだ", parts.join("、")),
        }
    })
}

/// Returns the words for a range of lines.
fn range_of_lines([from, to]: [usize; 2]) -> Said {
    if from == to {
        line(from)
    } else {
        lines(from, to)
    }
}

/// Returns the sentence that a part of a board was read.
fn drawn_part(drawn: DrawnPart, place: Said) -> Said {
    let corner = match (drawn.file, drawn.rank) {
        (1, 1) => upper_right(),
        (file, rank) => part_at(file, rank),
    };
    part(drawn.files, drawn.ranks, corner, place)
}
