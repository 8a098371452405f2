//! Diagrams as SVG and PNG.

use crate::tsume;
#[cfg(feature = "png")]
use std::fs;

#[cfg(feature = "png")]
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

#[cfg(feature = "png")]
#[test]
fn pictures_in_pixels_go_to_a_file_a_pipe_or_a_folder() {
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
        .args(["show", "--format", "png", LINE])
        .output()
        .unwrap();
    assert_eq!(size(&piped.stdout), (972, 884));
    let out = folder.path().join("all/");
    tsume()
        .args(["show", "--format", "png", LINE, CAPTIONED])
        .args(["-o", out.to_str().unwrap()])
        .assert()
        .success();
    assert_eq!(fs::read_dir(out).unwrap().count(), 2);
}
