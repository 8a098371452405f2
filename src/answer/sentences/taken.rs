//! What was taken for what in a text with a diagram in it, in one sentence.

use crate::notation::japanese::hand;
use crate::notation::record::{DrawnPart, LeftLines, LeftWhy, Taken, TakenForm};
use crate::said::Said;
use crate::shogi::Color;
use crate::vocabulary::Lang;

says! {
    line(at): "line {at}", "{at}行目";
    lines(from, to): "lines {from}–{to}", "{from}〜{to}行目";
    board(place): "read a board from {place}", "{place}の盤面図";
    part(files, ranks, corner, place): "read {files} × {ranks} squares of a board, the {corner}, from {place}",
        "{place}の部分図（{corner}の{files}×{ranks}マス）";
    turned(place): "read a board seen from White's side from {place}", "{place}の後手側から見た盤面図";
    list(place): "read a list of pieces from {place}", "{place}の駒の一覧";
    sfen(place): "read the SFEN in {place}", "{place}のSFEN";
    csa(place): "read a diagram in CSA from {place}", "{place}のCSA";
    link(place): "read the link in {place}", "{place}のリンク";
    upper_right(): "upper right corner", "右上";
    part_at(file, rank): "part from file {file} and rank {rank} on", "{file}筋{rank}段目から";
    hand_of(pieces, place): "the hand {pieces} from {place}", "{place}の持駒（{pieces}）";
    hand_of_white(pieces, place): "White's hand {pieces} from {place}", "{place}の後手の持駒（{pieces}）";
    no_hand(): "no pieces in hand are found", "持駒は見つからない";
    title(place): "the title from {place}", "{place}の題名";
    moves(place): "the author's line from {place}", "{place}の手順";
    left(place, why): "the moves in {place} are not taken for the author's line: {why}", "{place}の指し手は作意としない：{why}";
    picture(place): "the board in {place} is left out: it shows a line, by the words above it",
        "{place}の図は、見出しから変化図などと見て除いた";
    no_checks(): "not every move of the attacker is a check, and no word such as 解答 stands in front of them",
        "攻方の手に王手でない手があり、「解答」などの語が前にない";
    not_possible(): "one of them cannot be played here or is illegal, and no word such as 解答 stands in front of them",
        "指せない手か反則の手があり、「解答」などの語が前にない";
    sentence(): "they are part of a sentence", "文の一部になっている";
    another(): "they seem to be somebody's answer or to belong to another problem", "誰かの解答か、別の問題の手順と思われる";
    numbers(): "the numbers of the solutions do not fit those of the problems", "解答の番号と問題の番号が合わない";
}

/// Returns the sentence that says what was taken for what.
#[must_use]
pub fn of_taken(taken: &Taken) -> Said {
    let place = between(taken.lines);
    let first = match (taken.form, taken.part) {
        (TakenForm::Board, Some(it)) => of_part(it, place),
        (TakenForm::Board, None) => board(place),
        (TakenForm::List, _) => list(place),
        (TakenForm::Csa, _) => csa(place),
        (TakenForm::Link, _) => link(place),
        _ => sfen(place),
    };
    let is_drawn = matches!(taken.form, TakenForm::Board | TakenForm::List);
    let mut said = vec![first];
    for it in &taken.hands {
        let (pieces, place) = (hand(it.hand), line(it.line));
        said.push(match it.color {
            Color::Black => hand_of(pieces, place),
            Color::White => hand_of_white(pieces, place),
        });
    }
    if is_drawn && taken.hands.is_empty() {
        said.push(no_hand());
    }
    said.extend(taken.title.map(|it| title(line(it))));
    said.extend(taken.moves.map(|it| moves(between(it))));
    let pictures = taken.pictures.iter().map(|it| picture(between(*it)));
    let left: Vec<Said> = taken.left.iter().map(of_left).chain(pictures).collect();
    Said::of(|lang| {
        let parts: Vec<&str> = said.iter().map(|it| it.in_lang(lang)).collect();
        let left: String = left
            .iter()
            .map(|it| match lang {
                Lang::English => format!("; {}", it.in_lang(lang)),
                Lang::Japanese => format!("。{}", it.in_lang(lang)),
            })
            .collect();
        match lang {
            Lang::English => parts.join(", ") + &left,
            Lang::Japanese => format!("{}を読んだ{left}", parts.join("、")),
        }
    })
}

/// Returns the sentence on lines of moves that were not taken.
fn of_left(lines: &LeftLines) -> Said {
    let why = match lines.why {
        LeftWhy::NoChecks => no_checks(),
        LeftWhy::Sentence => sentence(),
        LeftWhy::Another => another(),
        LeftWhy::Numbers => numbers(),
        _ => not_possible(),
    };
    left(between(lines.lines), why)
}

fn between([from, to]: [usize; 2]) -> Said {
    if from == to {
        line(from)
    } else {
        lines(from, to)
    }
}

fn of_part(part: DrawnPart, place: Said) -> Said {
    if part.file == 0 {
        return turned(place);
    }
    let corner = match (part.file, part.rank) {
        (1, 1) => upper_right(),
        (file, rank) => part_at(file, rank),
    };
    self::part(part.files, part.ranks, corner, place)
}
