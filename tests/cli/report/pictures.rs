//! Diagrams as SVG and PNG.

use crate::{ONE, tsume};
use roxmltree::Document;
use std::fs;

const LINE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ 1d1e 3d2d";
/// The picture in the README, of the composition that is judged below it.
const IN_README: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1; plies 5;";
/// The example in the manual.
const CAPTIONED: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1; \
    title \"将棋図巧 第一番\"; author \"伊藤看寿\"; plies 69;";

fn shown(args: &[&str]) -> String {
    let output = tsume().arg("show").args(args).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_picture_is_the_same_byte_by_byte() {
    let picture = shown(&["--format", "svg", CAPTIONED]);
    snapbox::assert_data_eq!(picture, snapbox::file!["../../data/diagram.svg"].raw());
    let picture = shown(&["--format", "svg", IN_README]);
    snapbox::assert_data_eq!(
        picture,
        snapbox::file!["../../../src/manual/cooked.svg"].raw()
    );
}

#[test]
fn the_name_of_the_output_tells_that_it_is_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problem.SVG");
    let path = path.to_str().unwrap();
    assert_eq!(shown(&["--ply", "1", LINE, "-o", path]), "");
    let picture = fs::read_to_string(path).unwrap();
    assert_eq!(picture, shown(&["--ply", "1", "--format", "svg", LINE]));
    let parsed = Document::parse(&picture).unwrap();
    let name = parsed.root_element().first_element_child().unwrap();
    assert_eq!(name.text(), Some("（図は1手目▲３四飛成まで）"));
}

#[test]
fn pictures_of_several_problems_go_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("two.sfen");
    fs::write(
        &input,
        "4k4/9/4P4/9/9/9/9/9/9 b G 1; id \"a/<1>\"; title \"<script>alert(1)</script>\";\nbad\n\
         4k4/9/4P4/9/9/9/9/9/9 b S 1; id \"1-\";\n",
    )
    .unwrap();
    let out = folder.path().join("pictures/");
    tsume()
        .args(["show", "--format", "svg"])
        .arg(&input)
        .arg("-o")
        .arg(out.to_str().unwrap().to_owned() + "/")
        .assert()
        .code(2);
    let mut names: Vec<_> = fs::read_dir(&out)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["1-.svg", "_-1-.svg"]);
    let picture = fs::read_to_string(out.join("_-1-.svg")).unwrap();
    assert!(!picture.contains("<script"));
    assert!(Document::parse(&picture).is_ok());
    let one = folder.path().join("one.svg");
    tsume().arg("show").arg(&input).arg("-o").arg(&one).assert().code(2).stderr_eq(
        "...\nerror: there are several problems, and a file holds one picture: write to a folder, `-o FOLDER/`\n",
    );
    assert!(!one.exists());
}

#[test]
fn options_of_pictures_are_refused_elsewhere() {
    tsume()
        .args(["show", "--numbers", LINE])
        .assert()
        .code(2)
        .stderr_eq(
            "error: `--numbers` and `--list-rest` are for pictures, `--format svg` or `png`\n",
        );
    for format in ["svg", "text"] {
        tsume()
            .args(["show", "--width", "500", "--format", format, LINE])
            .assert()
            .code(2)
            .stderr_eq("error: `--width` is for `--format png`\n");
    }
}

/// Returns the messages about an input that is drawn all the same.
fn warned(input: &str) -> (String, String) {
    let output = tsume()
        .args(["show", "--format", "svg", input])
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn a_length_that_is_none_is_told_and_not_drawn() {
    const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    for plies in ["-3", "3.5", "10001", "abc", "0"] {
        let (picture, told) = warned(&format!("{ONE}; plies {plies};"));
        let expected = format!("the expected length `{plies}` is not a number of plies");
        assert!(told.contains(&expected), "{told}");
        assert!(!picture.contains("手詰"), "{plies}");
    }
    let (picture, told) = warned(&format!("{ONE}; plies 3;"));
    assert!(picture.contains("3手詰") && told.is_empty(), "{told}");
    let (_, told) = warned(&format!("{ONE}; title \"{}\";", "長".repeat(90)));
    assert!(told.contains("too long: they are cut"), "{told}");
}

#[test]
fn what_cannot_be_on_a_board_is_told_and_drawn() {
    for (sfen, reason) in [
        ("RRR1k4/9/9/9/9/9/9/9/9 b - 1", "rook"),
        ("k7k/9/9/9/9/9/9/9/9 b G 1", "king"),
        ("P3k4/9/9/9/9/9/9/9/9 b G 1", "pawn"),
        ("4k4/9/4P4/9/9/9/9/9/9 b 18P 1", "pawn"),
    ] {
        let (picture, told) = warned(sfen);
        assert!(Document::parse(&picture).is_ok());
        assert!(
            told.contains(reason) && told.contains("as they are given"),
            "{told}"
        );
        tsume()
            .args(["show", sfen])
            .assert()
            .success()
            .stderr_eq(told);
    }
    assert_eq!(warned("4k4/9/4P4/9/9/9/9/9/9 b G 1").1, "");
}

#[test]
fn text_for_a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["new/", "."] {
        tsume()
            .args(["show", LINE, "-o", name])
            .current_dir(&folder)
            .assert()
            .code(2)
            .stderr_eq(format!(
                "error: `{name}` is a folder, for pictures: give `--format svg` or `--format png`, \
                 or the name of a file\n"
            ));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[cfg(feature = "png")]
#[test]
fn pictures_in_pixels_have_the_width_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let size = |bytes: &[u8]| {
        assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    };
    let path = folder.path().join("a.png");
    let path = path.to_str().unwrap();
    assert_eq!(shown(&[LINE, "-o", path]), "");
    assert_eq!(size(&fs::read(path).unwrap()), (972, 884));
    let piped = tsume()
        .args(["show", "--format", "png", "--width", "243", LINE])
        .output()
        .unwrap();
    assert_eq!(size(&piped.stdout), (243, 221));
    let out = folder.path().join("all/");
    tsume()
        .args(["show", "--format", "png", "--width", "100", LINE, CAPTIONED])
        .args(["-o", out.to_str().unwrap()])
        .assert()
        .success();
    assert_eq!(fs::read_dir(out).unwrap().count(), 2);
}

/// A picture of a diagram is useless with a second one behind it.
#[test]
fn two_pictures_do_not_go_to_one_stream() {
    for command in ["show", "check", "solve"] {
        let arguments = [command, "--format", "svg", IN_README, ONE];
        let output = tsume().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(output.stdout.is_empty(), "{command}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("`-o FOLDER/`"), "{command}: {errors}");
    }
    let one = tsume()
        .args(["check", "--format", "svg", IN_README])
        .output();
    assert!(one.unwrap().stdout.ends_with(b"</svg>"));
}
