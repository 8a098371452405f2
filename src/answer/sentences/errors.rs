//! Errors of inputs and advice in both languages.

use super::illegal::{not_legal, not_playable, side};
use crate::input::{BadLine, Unreadable, Why};
use crate::notation::Help;
use crate::notation::japanese::{piece, square};
use crate::notation::moves::MoveErrorKind;
use crate::notation::record::{RecordErrorKind, Unencodable};
use crate::notation::sfen::SfenErrorKind;
use crate::notation::usi::UsiErrorKind;
use crate::said::Said;
use crate::vocabulary::Lang;
use std::io;

/// Returns the sentence for an error of an SFEN.
#[must_use]
pub fn of_sfen(error: &SfenErrorKind) -> Said {
    use SfenErrorKind as Kind;
    translated! { error, error.to_string();
        Kind::Empty => "何も書かれていない（SFENが必要）";
        Kind::ControlCharacter(code) => "制御文字 {code:#04x} が含まれている";
        Kind::SeveralLines => "複数の行になっている（SFENは1行）";
        Kind::NotSfen => "SFENでない（9段を / で区切って書く）";
        Kind::FullWidth(it) => "全角文字「{it}」がある（半角で書く）";
        Kind::UnknownPiece(it) => "「{it}」という駒はない（P L N S G B R K のいずれか）";
        Kind::ZeroRun => "空きマスの数に 0 は書けない（1から9）";
        Kind::RankLength { rank, squares } => "{rank}段目が{squares}マスになっている（9マス必要）";
        Kind::TooFewRanks(ranks) | Kind::TooManyRanks(ranks) => "盤面が{ranks}段になっている（9段必要）";
        Kind::CannotPromote(kind) => "{}は成れない", piece(*kind);
        Kind::DanglingPlus => "+ の後に駒がない";
        Kind::BadTurn => "手番は b か w で書く";
        Kind::FenTurn =>
            "持駒が [ ] で書かれている：w は FEN では先手、SFEN では後手を表す（FEN を [G] w - - 0 1 のように最後まで書くか、SFEN のように手番の後に持駒を書く）";
        Kind::KingInHand => "玉は持駒にならない";
        Kind::PromotedInHand => "成駒は持駒にならない";
        Kind::DanglingCount => "枚数の後に駒がない";
        Kind::ZeroCount => "枚数が 0 になっている（1以上）";
        Kind::CountTooLarge => "枚数が多すぎる（1種類で最大18枚）";
        Kind::DashBesidePieces => "- は双方とも持駒なしの意味で、駒と並べて書けない";
        Kind::BadMoveNumber => "手数が数字でない";
        Kind::Unexpected => "余分な文字がある（moves、; または行末が来るはず）";
        Kind::UnclosedQuote => "閉じの \" がない";
        Kind::Move(kind) => return (of_move(kind));
        Kind::IllegalMove(reason) => "{}ので、この問題の手順でない", not_playable(*reason).in_lang(Lang::Japanese);
        Kind::Problem(problem) => return (not_legal(problem));
    }
}

/// Returns the path at the start of a reason such as `moves[1].move: …`, in brackets.
fn path_in(reason: &str) -> String {
    let path = reason.split_once(": ").map(|(path, _)| path);
    let is_of_path = |c: char| c.is_ascii_alphanumeric() || "_.[]".contains(c);
    match path.filter(|it| !it.is_empty() && it.chars().all(is_of_path)) {
        Some(path) => format!("（{path} の値）"),
        None => String::new(),
    }
}

/// Returns the sentence for an error of a move in any notation.
#[must_use]
pub fn of_move(error: &MoveErrorKind) -> Said {
    use MoveErrorKind as Kind;
    translated! { error, error.to_string();
        Kind::Usi(error) => return (of_usi(error));
        Kind::NoMove => "指し手でない";
        Kind::NothingBefore => "「同」の前に指し手がない";
        Kind::NoPieceThere(kind, on) => "{}に手番の側の{}がない", square(*on), piece(*kind);
        Kind::Nothing(kind, to) => "{}へ動ける{}がない", square(*to), piece(*kind);
        Kind::NotThatWay { kind, to, moves } =>
            "{}へその書き方で動ける{}はない：{}", square(*to), piece(*kind), moves.join("、");
        Kind::Ambiguous { kind, to, moves } =>
            "{}へ動ける{}が2枚以上ある：{}", square(*to), piece(*kind), moves.join("、");
        Kind::NotInHand(kind) => "{}を持っていない", piece(*kind);
        Kind::PromotedDrop => "打つ駒は成れない";
        Kind::NoPromotion(kind) => "{}は成れない", piece(*kind);
        Kind::Occupied(on) => "{}にはすでに駒がある", square(*on);
        Kind::Unplayable => "この手は盤上で指せない";
        Kind::WrongSide => "相手の手番になっている";
    }
}

/// Returns the sentence for an error of a move in USI.
#[must_use]
pub fn of_usi(error: &UsiErrorKind) -> Said {
    translated! { error, error.to_string();
        UsiErrorKind::NotAMove => "指し手でない（3a3b、3a3b+、G*5b のように書く）";
        UsiErrorKind::BadSquare => "そのようなマスはない（筋は1から9、段はaからi）";
        UsiErrorKind::BadDrop => "打てない駒になっている（* の前は P L N S G B R のいずれか）";
        UsiErrorKind::TrailingText => "指し手の後に余分な文字がある";
        UsiErrorKind::NoDistance => "元のマスから動いていない";
    }
}

/// Returns the sentence for an error of a record of moves.
#[must_use]
pub fn of_record(error: &RecordErrorKind) -> Said {
    use RecordErrorKind as Kind;
    translated! { error, error.to_string();
        Kind::Empty => "局面も指し手もない";
        Kind::Encoding => "文字コードがUTF-8でもCP932（Shift_JIS）でもない";
        Kind::UnknownLine => "見出しでも局面図でも指し手でもない行";
        Kind::RankLength(squares) => "この段は{squares}マスになっている（9マス必要）";
        Kind::NoSuchPiece(text) => "「{text}」という駒はない";
        Kind::Ranks(ranks) => "局面図が{ranks}段になっている（9段必要）";
        Kind::Occupied(on) => "{}にはすでに駒がある", square(*on);
        Kind::NoSuchHand(text) => "「{text}」という持駒はない";
        Kind::HandTooBig => "持駒が多すぎる";
        Kind::TurnedBoard => "筋の番号が1から9の順で、盤が回転している（すべての段に九から一までの段の番号が必要）";
        Kind::SecondHand => "同じ側の持駒が、別の行に違う駒で書かれている";
        Kind::HandMissing(color) => "局面図が途中で切れている：{}の持駒の行がない", side(*color);
        Kind::NoSuchTurn(text) => "手番「{text}」は分からない（先手か後手と書く）";
        Kind::UnknownHandicap(name) => "手合割「{name}」は未知で、局面図もない";
        Kind::Move(kind) => return (of_move(kind));
        Kind::NoPly => "どの手の変化かが書かれていない：「変化：5手」";
        Kind::SecondRank(rank) => "P{rank} の段が二つある";
        Kind::NoSuchPly(ply) => "前の手順に、変化の元になる{ply}手目がない";
        Kind::TooDeep(depth) => "変化の入れ子が{depth}段より深い";
        Kind::Within(path, inner) => "{path}：{}", of_record(inner).in_lang(Lang::Japanese);
        Kind::Unmarked => "後手の駒の印（v △ など）がなく、どちらの駒か分からない";
        Kind::RankOrder => "段の番号が下から始まっているのに、筋の番号が左から1〜9でない";
        Kind::UnreadHand => "持駒を書いた行のようだが、読めない";
        Kind::RankWidth { squares, files } => "この段は{squares}マスで、筋の番号は{files}個ある";
        Kind::Picture => "手を進めた図と書かれているので、この図は除いた";
        Kind::MovesWithoutCheck =>
            "この指し手は作意としない：攻方の手に王手でない手があり、「解答」などの語が前にない";
        Kind::MovesNotPossible => "この指し手は作意としない：指せない手か反則の手があり、「解答」などの語が前にない";
        Kind::Sfen(kind) => return (of_sfen(kind));
        Kind::Json(reason) => "JKFになっていない{}", path_in(reason);
    }
}

/// Returns the advice on an error.
#[must_use]
pub fn of_help(help: Help) -> Said {
    translated! { help, help.to_string();
        Help::KifMove => "KIFの指し手と思われる";
        Help::SplitRank(rank) => "{rank}段目と{}段目を合わせると9マスになる", rank + 1;
        Help::OrdinarySpace => "半角の空白を書く";
        Help::Write(it) => "{it} と書く";
        Help::SideToMoveAttacks =>
            "手番の側を攻方とする（その玉が王手されていて相手に玉がなければ、相手を攻方とする）";
        Help::SideToMoveDefends => "詰めろかどうかを調べるので、手番の側を玉方とする";
        Help::DefenderToMove => "玉方の手番の局面が必至かどうかは --goal threatmate で分かる";
        Help::AttackerIsGiven => "攻方が指定されている：指定をやめるか、反対の側を指定する";
        Help::BeforeTheCheck => "王手の前の局面か、王手された側の手番の局面を書く";
        Help::PromotedPawn => "と金は +P と書く";
        Help::SayWhich => "どの駒かを書く、または元のマスを後に添える：(31)";
        Help::BlackToMove => "先手番（▲か☗）になっている。記号は省いてよい";
        Help::WhiteToMove => "後手番（△か☖）になっている。記号は省いてよい";
        Help::OldName => "成る手では成る前の名で書く：３四飛成";
        Help::WordMoves => "指し手は moves の後に書く";
        Help::MoveForm => "指し手はマスか「同」と駒で書く（３四飛成、同玉）、またはUSIで書く：3a3d+";
        Help::ThreeCharacters => "1マスは3文字：「 * 」「+FU」「-FU」";
        Help::TurnFirst => "先に + か - の行で手番を書く";
        Help::CsaMove => "符号、元のマス、先のマス、動いた後の駒の順に書く：+3134RY";
        Help::MoveAfterNumber => "指し手は手数の後に、KI2では▲か△の後に書く";
        Help::HeaderOrComment => "見出しは名前の後にコロン、コメントは行頭に * を書く";
        Help::NameTheHand => "持駒は「先手の持駒」「後手の持駒」、または「持駒」（攻方のもの）の後に書く";
        Help::MoveMissing => "手数が続いていない：指し手か「変化」の行が抜けている可能性がある";
    }
}

/// Returns the sentence for an error of a line of the input.
#[must_use]
pub fn of_bad_line(bad: &BadLine) -> Said {
    translated! { bad, bad.to_string();
        BadLine::NotUtf8 { .. } => "行がUTF-8になっていない";
        BadLine::TooLong => "行が長すぎる";
        BadLine::NoObject { .. } => "行がJSONのオブジェクトでない";
        BadLine::NoRow { found, expected, .. } => "この行は{found}列だが、見出しは{expected}列ある";
        BadLine::OpenQuote { .. } => "引用符が閉じていない";
        BadLine::Failed { message } => "プログラムの内部で誤りが起きた：{message}";
        BadLine::NoSfen => "文字列の項目 sfen がない";
        BadLine::NoHand { name, value } => "項目「{name}」の持駒が読めない：`{value}`";
        BadLine::Contradiction { name, value, other } =>
            "項目「{name}」は `{value}` だが、局面またはほかの項目では `{other}`";
        BadLine::NoPosition { game: Some(game), .. } => "別のゲーム（{game}）の盤へのリンクになっている";
        BadLine::NoPosition { game: None, .. } => "このリンクには局面が入っていない";
        BadLine::Kifu { error, .. } => return (of_record(&error.kind));
    }
}

/// Returns the reason why an input cannot be read.
#[must_use]
pub fn of_reason(why: &Why) -> Said {
    translated! { why, why.to_string();
        Why::NotFound => "ファイルもフォルダーもない";
        Why::NoSuchProblem => "この番号の問題も、この行の問題もない";
        Why::TooLarge => "棋譜のファイルは256MiBまで";
        Why::NoDiagram => "この文章に局面図が見つからない";
        Why::NoRecord => "棋譜が入っていない";
        Why::NoProblem => "このJSONに詰将棋の問題が見つからない";
        Why::NothingInFolder => "このフォルダーに問題のファイルがない（{}）", crate::input::extensions();
        Why::BadHeader { line, bad } => "表の見出し（{line}行目）：{}", of_bad_line(bad).in_lang(Lang::Japanese);
        Why::NoColumn { line, names } => "表の見出しに sfen の列がない（{line}行目：{}）", names.join("、");
        Why::NoField(names) => "どの入力にもこの名前の項目や列がない（最後の入力：{}）", names.join("、");
        Why::Io(error) => return (of_io(error));
    }
}

/// Returns the sentence that an input cannot be read, with the reason.
#[must_use]
pub fn of_source(error: &Unreadable) -> Said {
    let name = &error.name;
    let reason = of_reason(&error.reason);
    let reason = reason.in_lang(Lang::Japanese);
    Said::new(error.to_string(), format!("「{name}」を読めない：{reason}"))
}

/// Returns the advice for an input that cannot be read.
#[must_use]
pub fn help_of(error: &Unreadable) -> Option<Said> {
    let english = error.help()?;
    let japanese = match error.reason {
        Why::NoDiagram => {
            "局面図は、9段の盤面、SFEN、盤面へのリンク、「攻方：１三歩 玉方：１一玉 持駒：金」のような駒の一覧のいずれか"
        }
        Why::NotFound => "問題は引数一つで渡す：SFEN全体を引用符で囲む",
        Why::NoColumn { .. } => "--field で、どの列が局面かを指定できる",
        _ => {
            "--field で、どの項目が局面かを、--input-format で、どのファイルも読む形式を指定できる"
        }
    };
    Some(Said::new(english, japanese))
}

/// Returns the sentence for an error of the system.
#[must_use]
pub fn of_io(error: &io::Error) -> Said {
    use io::ErrorKind as Kind;
    let japanese = match error.kind() {
        Kind::NotFound => "ファイルもフォルダーもない",
        Kind::PermissionDenied => "アクセスが許可されていない",
        Kind::AlreadyExists => "すでにある",
        Kind::AddrInUse => "使用中",
        Kind::IsADirectory => "フォルダーになっている",
        Kind::NotADirectory => "フォルダーでない",
        Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => "書き込む余地がない",
        Kind::ReadOnlyFilesystem => "読み取り専用になっている",
        Kind::BrokenPipe => "受け手がいない",
        Kind::UnexpectedEof => "途中で終わっている",
        Kind::InvalidData => "内容が正しくない",
        Kind::OutOfMemory => "メモリが足りない",
        Kind::ResourceBusy | Kind::WouldBlock => "ほかで使われている",
        _ => "",
    };
    let japanese = match (japanese, error.raw_os_error()) {
        ("", Some(code)) => format!("システムのエラー（番号{code}）"),
        // An error of ours, which is in the right language already.
        ("", None) if error.kind() == Kind::Other => error.to_string(),
        ("", None) => format!("入出力エラー（{error}）"),
        (text, _) => text.to_owned(),
    };
    let english = match error.kind() {
        Kind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    Said::new(english, japanese)
}

/// Returns the sentence for a character that the encoding of a record lacks.
#[must_use]
pub fn of_character(error: &Unencodable) -> Said {
    let character = error.character;
    let code = u32::from(character);
    Said::new(
        error.to_string(),
        format!("「{character}」（U+{code:04X}）はCP932で書けない"),
    )
}
