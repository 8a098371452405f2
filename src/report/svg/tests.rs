use super::*;
use crate::composition::{AttackerRule, DefenderHandRule, Problem};
use crate::notation::japanese::glyph;
use crate::shogi::{Hand, Piece, PieceKind, Square};
#[cfg(feature = "png")]
use resvg::tiny_skia::{Pixmap, Transform};
#[cfg(feature = "png")]
use resvg::usvg::{Options, Tree};
use roxmltree::{Document, Node};

fn of(setup: &Setup) -> Diagram<'_> {
    Diagram::new(setup, Color::Black)
}

fn setup(text: &str) -> Setup {
    sfen::parse(text).unwrap().setup
}

fn group<'a>(picture: &'a Document, class: &str) -> Node<'a, 'a> {
    let mut nodes = picture.descendants();
    let is_it = |it: &Node| it.attribute("class") == Some(class);
    nodes.find(is_it).unwrap_or_else(|| panic!("no {class}"))
}

/// Returns the characters drawn in a group, and how they are placed.
fn signs(group: Node) -> Vec<(char, String)> {
    let signs = group.children().filter(|it| it.has_tag_name("use"));
    signs
        .map(|it| {
            let link = it.attribute(("http://www.w3.org/1999/xlink", "href"));
            let code = link.unwrap().strip_prefix("#u").unwrap();
            let code = u32::from_str_radix(code, 16).unwrap();
            let place = it.attribute("transform").unwrap().to_owned();
            (char::from_u32(code).unwrap(), place)
        })
        .collect()
}

fn words(group: Node) -> String {
    signs(group).into_iter().map(|it| it.0).collect()
}

#[test]
fn every_piece_of_both_sides_is_drawn_upright_or_turned() {
    let mut setup = Setup::empty();
    for (file, color) in [(1, Color::Black), (6, Color::White)] {
        for (at, kind) in PieceKind::ALL.into_iter().enumerate() {
            let square = Square::new(file + at as u8 / 9, at as u8 % 9);
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
    }
    let text = svg(&of(&setup)).unwrap();
    let picture = Document::parse(&text).unwrap();
    let mut names: Vec<_> = PieceKind::ALL.into_iter().map(glyph).collect();
    names.sort_unstable();
    for (class, turned) in [("pieces black", false), ("pieces white", true)] {
        let drawn = signs(group(&picture, class));
        assert!(
            drawn.iter().all(|it| it.1.contains("scale(-") == turned),
            "{drawn:?}"
        );
        let mut drawn: Vec<_> = drawn.into_iter().map(|it| it.0).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, names);
    }
}

#[test]
fn a_piece_stands_in_its_square_whichever_way_it_looks() {
    for (color, place) in [
        (Color::Black, "translate(374 80) scale(0.036)"),
        // Turned about its middle: from the lower right corner to the upper left one.
        (Color::White, "translate(410 116) scale(-0.036)"),
    ] {
        let mut setup = Setup::empty();
        setup.board[Square::new(0, 1).index()] = Some(Piece::new(color, PieceKind::Gold));
        let text = svg(&of(&setup)).unwrap();
        assert!(text.contains(place), "{text}");
    }
}

#[test]
fn hands_are_at_the_sides() {
    let black = setup("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let drawn = |diagram: &Diagram, class| {
        let text = svg(diagram).unwrap();
        words(group(&Document::parse(&text).unwrap(), class))
    };
    assert_eq!(drawn(&of(&black), "hand black"), "持駒金");
    assert_eq!(drawn(&of(&black), "hand white"), "玉方持駒なし");
    let problem = Problem::new(black, AttackerRule::Auto, DefenderHandRule::Rest).unwrap();
    let rest = of(problem.setup());
    assert_eq!(drawn(&rest, "hand white"), "玉方持駒残り全部");
    let mut fewer = problem.setup().clone();
    fewer.hands[1] = fewer.hands[1].remove(PieceKind::Pawn);
    assert_eq!(
        drawn(&of(&fewer), "hand white"),
        "玉方持駒飛二角二金三銀四桂四香四歩十六"
    );
    let turned = problem.setup().rotate();
    let mut turned = of(&turned);
    turned.attacker = Color::White;
    assert_eq!(drawn(&turned, "hand white"), "持駒金");
    assert_eq!(drawn(&turned, "hand black"), "玉方持駒残り全部");
}

#[test]
fn the_fullest_hand_is_not_longer_than_the_board() {
    let mut full = setup("4k4/9/9/9/9/9/9/9/9 b - 1");
    // A pawn is missing, so that the hand is not all the rest.
    full.hands[1] = Hand::from_counts(PieceKind::SET).remove(PieceKind::Pawn);
    let text = svg(&of(&full)).unwrap();
    let picture = Document::parse(&text).unwrap();
    let (character, place) = signs(group(&picture, "hand white")).pop().unwrap();
    let y: f64 = place.split([' ', ')']).nth(1).unwrap().parse().unwrap();
    assert_eq!(character, '七');
    assert!((390.0..32.0 + 9.0 * 44.0 - 15.0).contains(&y), "{place}");
}

#[test]
fn a_caption_is_text_whatever_stands_in_it() {
    let setup = setup("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let mut diagram = of(&setup);
    diagram.title = Some("<script>alert('1')</script> & \"]]>\" \u{1}-->");
    diagram.author = Some("伊藤看寿");
    diagram.plies = Some(611);
    let text = svg(&diagram).unwrap();
    assert!(!text.contains("<script"), "{text}");
    let picture = Document::parse(&text).unwrap();
    let title = group(&picture, "title").text().unwrap();
    assert!(
        title.starts_with("<script>alert('1')</script> & \""),
        "{title}"
    );
    assert_eq!(group(&picture, "author").text(), Some("伊藤看寿"));
    assert_eq!(words(group(&picture, "below")), "611手詰");
    let mut names = picture.descendants();
    let name = names.find(|it| it.has_tag_name("title")).unwrap();
    assert_eq!(
        name.text(),
        Some("<script>alert('1')</script> & \"]]>\"  --> 伊藤看寿 611手詰")
    );
}

/// With work in proportion to its square, this would take hours.
#[test]
fn a_title_as_long_as_a_book_is_cut_like_any_other() {
    for sign in ["題", "\u{200b}", "a"] {
        let caption = super::layout::Caption::new(&sign.repeat(1_000_000), &"者".repeat(1_000_000));
        assert!(caption.is_cut, "{sign:?}");
    }
}

#[test]
fn a_long_title_is_cut_to_the_width_of_the_board() {
    let setup = setup("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let mut diagram = of(&setup);
    let title = "長".repeat(300);
    diagram.title = Some(&title);
    let text = svg(&diagram).unwrap();
    let picture = Document::parse(&text).unwrap();
    let lines = picture.descendants();
    let lines: Vec<_> = lines
        .filter(|it| it.attribute("class") == Some("title"))
        .collect();
    assert_eq!(lines.len(), 2);
    for title in &lines {
        let size: f64 = title.attribute("font-size").unwrap().parse().unwrap();
        let length = u16::try_from(title.text().unwrap().chars().count()).unwrap();
        assert!(
            length > 20 && size * f64::from(length) <= 395.0,
            "{length} of {size}"
        );
    }
    assert!(lines[1].text().unwrap().ends_with('…') && is_caption_cut(&diagram));
    // A title of some length is not cut, and stands in two lines.
    let title = "長".repeat(40);
    (diagram.title, diagram.author) = (Some(title.as_str()), Some("作者"));
    assert!(!is_caption_cut(&diagram));
    let text = svg(&diagram).unwrap();
    let picture = Document::parse(&text).unwrap();
    let lines = picture.descendants();
    let lines = lines.filter(|it| it.attribute("class") == Some("title"));
    let whole: String = lines.filter_map(|it| it.text()).collect();
    assert_eq!(whole, title);
    assert_eq!(group(&picture, "author").attribute("y"), Some("38"));
}

#[test]
fn a_line_marks_its_last_move() {
    let record =
        sfen::parse("6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ 1d1e 3d2d 1e1d 2d1d")
            .unwrap();
    let mut diagram = of(&record.setup);
    diagram.line = &record.moves[..3];
    let text = svg(&diagram).unwrap();
    let picture = Document::parse(&text).unwrap();
    assert_eq!(words(group(&picture, "below")), "（図は3手目▲２四龍まで）");
    // 2d is the eighth column from the left, 3d the seventh, both in the fourth rank.
    for (class, x) in [("to", "332"), ("from", "292")] {
        let mark = group(&picture, class);
        assert_eq!(mark.attribute("x"), Some(x), "{class}");
        assert_eq!(mark.attribute("y"), Some("164"), "{class}");
    }
    diagram.line = &record.moves[1..];
    assert_eq!(svg(&diagram), None, "White's move first");
}

#[test]
fn every_character_a_diagram_can_need_has_an_outline() {
    let mut needed = String::from(
        "持駒玉方残り全部なし手詰手目図はまで（）同打成不右左直上引寄行入▲△0123456789",
    );
    for kind in PieceKind::ALL {
        needed.push(glyph(kind));
        needed += japanese::piece(kind);
    }
    for square in Square::all() {
        needed += &japanese::square(square);
    }
    for number in 0..20 {
        needed += &japanese::numeral(number);
    }
    for character in needed.chars() {
        assert!(glyphs::outline(character).is_some(), "{character}");
    }
}

/// Draws a picture on white, a pixel for a unit.
#[cfg(feature = "png")]
fn rendered(picture: &str) -> Pixmap {
    let tree = Tree::from_str(picture, &Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
}

/// Returns how many dark pixels there are in a square of the board.
#[cfg(feature = "png")]
fn ink(pixels: &Pixmap, square: Square) -> usize {
    // Without its frame.
    let (x, y) = (
        52 + 40 * (8 - u32::from(square.file())) + 3,
        32 + 44 * u32::from(square.rank()) + 3,
    );
    let dots = (y..y + 38).flat_map(|y| (x..x + 34).map(move |x| (x, y)));
    dots.filter(|&(x, y)| pixels.pixel(x, y).unwrap().red() < 128)
        .count()
}

/// Asserts that there is a piece in the picture where there is one on the board.
#[cfg(feature = "png")]
fn assert_drawn(diagram: &Diagram, line: &str) {
    let pixels = rendered(&svg(diagram).unwrap());
    assert_eq!((pixels.width(), pixels.height()), (486, 442));
    for square in Square::all() {
        let ink = ink(&pixels, square);
        let stands = diagram.setup.piece_at(square).is_some();
        assert_eq!(ink > 60, stands, "{line}: {square:?} {ink}");
    }
}

#[test]
fn all_classics_are_well_formed_and_rendered_with_a_piece_where_there_is_one() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/classics");
    let mut count = 0;
    for name in ["zuko.sfen", "muso.sfen"] {
        let text = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        for line in text
            .lines()
            .filter(|it| !it.is_empty() && !it.starts_with('#'))
        {
            let record = sfen::parse(line).unwrap();
            let problem = Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto);
            let problem = problem.unwrap();
            let mut diagram = of(problem.setup());
            diagram.line = &record.moves;
            diagram.attacker = problem.attacker();
            let text = svg(&diagram).unwrap();
            let picture = Document::parse(&text).unwrap();
            let uses = picture.descendants().filter(|it| it.has_tag_name("use"));
            let known = |it: &Node| {
                let link = it.attribute(("http://www.w3.org/1999/xlink", "href"));
                let id = link.unwrap().trim_start_matches('#');
                text.contains(&format!("<path id=\"{id}\" "))
            };
            assert!(
                uses.clone().count() > 20 && uses.clone().all(|it| known(&it)),
                "{line}"
            );
            assert_eq!(Some(&text), svg(&diagram).as_ref());
            #[cfg(feature = "png")]
            {
                diagram.line = &[];
                assert_drawn(&diagram, line);
            }
            count += 1;
        }
    }
    assert!(count >= 200, "{count}");
}

#[cfg(feature = "png")]
#[test]
fn pixels_are_as_many_as_were_asked_for() {
    let setup = setup("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let mut diagram = of(&setup);
    // A character that is no character, so that no font has it.
    diagram.title = Some("\u{10fffd}");
    let picture = svg(&diagram).unwrap();
    let drawn = Painter::default().png(&picture, 300).unwrap();
    assert_eq!(drawn.missing, "\u{10fffd}");
    let pixels = Pixmap::decode_png(&drawn.bytes).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (300, 294));
    assert!(Painter::default().png("no picture", 300).is_err());
}
