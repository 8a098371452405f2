//! Moves as people write them: written moves are read back, and unreadable ones have the right
//! error.

use support::Random;
use tsume::notation::moves::{MoveError, MoveErrorKind, play, read};
use tsume::notation::{japanese, sfen, usi};
use tsume::shogi::{Hand, Move, Piece, PieceKind, Position, Setup, Square};

/// Returns the moves of a text on a board.
fn line(setup: &Setup, text: &str) -> Result<Vec<Move>, MoveError> {
    let written: Result<Vec<_>, _> = read(text).into_iter().collect();
    match play(setup, &written?) {
        (moves, None) => Ok(moves),
        (_, Some(error)) => Err(error),
    }
}

/// Whether a move is read back from everything that can be written for it.
fn comes_back(setup: &Setup, mv: Move, previous: Option<Square>) {
    let book = japanese::write_move(setup, mv, previous);
    let plain = book.trim_start_matches(['▲', '△']).to_owned();
    let square = japanese::square(mv.to());
    let digits = format!("{}{}", mv.to().file() + 1, mv.to().rank() + 1);
    let mut spellings = vec![
        book.clone(),
        plain.replace('同', "同　"),
        plain.replace(&square, &digits),
        plain.replace('玉', "王").replace('龍', "竜"),
        book.replace('▲', "☗").replace('△', "☖ "),
        usi::write_move(mv),
    ];
    if let Some(from) = mv.from() {
        // As KIF has it: no words, no 不成, the square it leaves.
        let kind = setup.piece_at(from).unwrap().kind();
        let from = format!("({}{})", from.file() + 1, from.rank() + 1);
        let end = if mv.promotes() { "成" } else { "" };
        spellings.push(format!("{square}{}{end}{from}", japanese::piece(kind)));
        spellings.push(format!("{digits}{}{end}{from}", japanese::glyph(kind)));
    }
    for text in spellings {
        let written = read(&text);
        assert_eq!(written.len(), 1, "{text}");
        let found = written.into_iter().next().unwrap();
        let found = found.and_then(|it| it.find(setup, previous));
        assert_eq!(found, Ok(mv), "{text} in {}", sfen::write(setup));
    }
}

#[test]
fn every_legal_move_of_random_games_comes_back() {
    let mut numbers = Random(7);
    let start = sfen::parse("startpos").unwrap().setup;
    let mut compared = 0;
    while compared < 40_000 {
        let mut position = Position::new(&start);
        let mut played: Vec<Move> = Vec::new();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let setup = position.to_setup();
            for &mv in &moves {
                comes_back(&setup, mv, played.last().map(|mv| mv.to()));
            }
            compared += moves.len();
            let mv = moves[numbers.below(moves.len())];
            position.make(mv);
            played.push(mv);
        }
        // The whole line, with blanks and without, and every other move in USI.
        let book = japanese::write_line(&start, &played);
        for between in ["", " ", "　", ", ", "_"] {
            assert_eq!(line(&start, &book.join(between)), Ok(played.clone()));
        }
        let usi = played.iter().map(|&mv| usi::write_move(mv));
        let each = book.iter().cloned().zip(usi).enumerate();
        let mixed: Vec<_> = each
            .map(|(i, it)| if i % 2 == 0 { it.0 } else { it.1 })
            .collect();
        assert_eq!(line(&start, &mixed.join(" ")), Ok(played.clone()));
        assert_eq!(line(&start, &mixed.join("")), Ok(played));
    }
}

#[test]
fn every_legal_move_of_crowded_boards_comes_back() {
    const KINDS: [PieceKind; 9] = [
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::Lance,
        PieceKind::ProPawn,
        PieceKind::ProSilver,
        PieceKind::Horse,
        PieceKind::Dragon,
    ];
    let mut numbers = Random(11);
    let mut compared = 0;
    for _ in 0..2_000 {
        let mut setup = Setup::empty();
        let mut left = PieceKind::SET;
        let mut hands = [[0; 7]; 2];
        for square in Square::all() {
            let kind = KINDS[numbers.below(KINDS.len())];
            let color = tsume::shogi::Color::ALL[usize::from(numbers.below(4) == 0)];
            let left = &mut left[kind.unpromote().index()];
            if numbers.below(3) == 0 && *left > 0 {
                *left -= 1;
                setup.board[square.index()] = Some(Piece::new(color, kind));
            }
        }
        for (i, kind) in PieceKind::HAND.into_iter().enumerate() {
            hands[numbers.below(2)][i] = left[kind.index()].min(1);
        }
        setup.hands = hands.map(Hand::from_counts);
        for king in tsume::shogi::Color::ALL {
            let square = Square::all().nth(numbers.below(81)).unwrap();
            setup.board[square.index()] = Some(Piece::new(king, PieceKind::King));
        }
        if numbers.below(2) == 0 {
            setup = setup.rotate();
        }
        if setup.in_check(!setup.turn) {
            continue;
        }
        for mv in Position::new(&setup).legal_moves() {
            comes_back(&setup, mv, None);
            compared += 1;
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn moves_are_read_in_every_spelling() {
    let five = sfen::parse("6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1").unwrap();
    let expected = "3a3d+ 1d1e 3d2d 1e1f 2d2f";
    for text in [
        "▲３四飛成 △１五玉 ▲２四龍 △１六玉 ▲２六龍",
        "▲３四飛成△１五玉▲２四龍△１六玉▲２六龍",
        "☗３四飛成　☖１五王　☗２四竜　☖１六王　☗２六竜",
        "３四飛成, １五玉, ２四龍, １六玉, ２六龍",
        "34飛成(31) 15玉(14) 24龍(34) 16玉(15) 26龍(24)",
        "3四飛成 1五玉 2四竜 1六玉 2六竜",
        "3a3d+ △１五玉 3d2d 16玉 ▲２六龍",
        "▲3a3d+ △1d1e ▲3d2d △1e1f ▲2d2f",
        "▲ ３四飛成(31)  △ １五玉(14)  24龍16玉２六龍",
        "3a3d+_１五玉_3d2d_1e1f_2d2f",
        "R-3d+ K-1e +R-2d K-1f +R-2f",
        "R-34+ K-15 +R-24 K1e-1f 2d2f",
        "３四飛成 １五玉 ２四龍 １六玉 ２六龍まで",
        "３四飛成 １五玉 ２四龍 １六玉 ２六龍、まで5手詰",
    ] {
        let moves = line(&five.setup, text);
        assert_eq!(
            moves.map(|it| usi::write_line(&it)).as_deref(),
            Ok(expected),
            "{text}"
        );
    }
    let same = sfen::parse("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1").unwrap();
    for text in [
        "▲２二金 △同玉 ▲２三角成 △１一玉 ▲１二金",
        "２二金(13) 同　玉(11) ２三角成(78) １一玉(22) １二金打",
        "22金 同 玉 23角成 11玉 12金打",
        "1c2b △同玉 7h2c+ 2b1a G*1b",
    ] {
        let moves = line(&same.setup, text);
        let expected = "1c2b 1a2b 7h2c+ 2b1a G*1b";
        assert_eq!(
            moves.map(|it| usi::write_line(&it)).as_deref(),
            Ok(expected),
            "{text}"
        );
    }
}

/// Returns the error in a text, and the part of the text.
fn wrong(sfen: &str, text: &str) -> (String, String) {
    let setup = sfen::parse(sfen).unwrap().setup;
    let error = line(&setup, text).expect_err(text);
    (error.to_string(), text[error.span].to_owned())
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    const GOLDS: &str = "4k4/9/9/3G1G3/4S4/9/9/9/4P4 b RS2P 1";
    for (text, message, part) in [
        (
            "５三金",
            "more than one 金 can go to ５三: ５三金右 or ５三金左",
            "５三金",
        ),
        ("▲53金打", "there is no 金 in hand", "53金打"),
        (
            "５三金直",
            "no 金 can go to ５三 that way: ５三金右 or ５三金左",
            "５三金直",
        ),
        ("５三桂", "no 桂 can go to ５三", "５三桂"),
        ("２五金", "no 金 can go to ２五", "２五金"),
        ("５五銀打", "there is a piece on ５五 already", "５五銀打"),
        ("５五銀", "no 銀 can go to ５五", "５五銀"),
        (
            "５三金(21)",
            "there is no 金 of the side to move on ２一",
            "５三金(21)",
        ),
        (
            "５三金成(41)",
            "there is no 金 of the side to move on ４一",
            "５三金成(41)",
        ),
        ("５三金右成", "金 does not promote", "５三金右成"),
        ("５二飛成", "no 飛 can go to ５二", "５二飛成"),
        (
            "５二飛打成",
            "a piece that is dropped does not promote",
            "５二飛打成",
        ),
        ("同金", "同 needs a move before it", "同金"),
        ("△５二飛", "it is the other side's turn", "△"),
        ("▲５二飛 ▲同玉", "it is the other side's turn", "▲"),
        ("５二飛 同金", "no 金 can go to ５二", "同金"),
        ("５二飛 同玉 ３二金", "no 金 can go to ３二", "３二金"),
        ("５二飛 どうぎょく", "this is no move", "どうぎょく"),
        ("５二", "this is no move", "５二"),
        ("▲", "this is no move", "▲"),
        ("５二飛 △ ", "this is no move", "△"),
        ("５二飛り", "this is no move", "り"),
        (
            "R*5b 5a5",
            "not a move: expected one like 3a3b, 3a3b+ or G*5b",
            "5a5",
        ),
        (
            "R*5b 5a5j",
            "no such square: expected a file 1 to 9 and a rank a to i",
            "5j",
        ),
        // What cannot be played is told where a board is needed, and not before.
        ("9a9b 同玉", "this move cannot be played there", "9a9b"),
    ] {
        let found = wrong(GOLDS, text);
        assert_eq!(found, (message.to_owned(), part.to_owned()), "{text}");
    }
    let golds = sfen::parse(GOLDS).unwrap().setup;
    assert_eq!(line(&golds, "9a9b 1a1b").map(|it| it.len()), Ok(2));
    // Each of them is looked at by itself.
    let read = read("５三 ▲５三金右 x △");
    let found: Vec<_> = read
        .iter()
        .map(|it| it.as_ref().map_err(|it| &it.kind).err())
        .collect();
    assert!(matches!(
        found[..],
        [
            Some(MoveErrorKind::NoMove),
            None,
            Some(MoveErrorKind::Usi(_)),
            Some(_)
        ]
    ));
}

#[test]
fn what_the_rules_forbid_tells_pieces_apart() {
    // The left gold is pinned.
    let pinned = sfen::parse("4r3k/9/9/9/4G1G2/9/9/9/4K4 b - 1")
        .unwrap()
        .setup;
    let moves = line(&pinned, "４四金").unwrap();
    assert_eq!(usi::write_line(&moves), "3e4d");
    // Only one of the silvers comes from where it could promote.
    let promotes = sfen::parse("8k/9/3S5/9/3S5/9/9/9/9 b - 1").unwrap().setup;
    assert_eq!(
        usi::write_line(&line(&promotes, "５四銀成").unwrap()),
        "6c5d+"
    );
    let (message, _) = wrong("8k/9/3S5/9/3S5/9/9/9/9 b - 1", "５四銀");
    assert_eq!(
        message,
        "more than one 銀 can go to ５四: ５四銀引 or ５四銀上"
    );
}
