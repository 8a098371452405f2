//! `tsume show --format svg` and `--format png`: diagrams as pictures.

use super::args::{ShowArgs, ShowFormat};
use super::{Shown, for_each_problem, unplayable};
use crate::cli::diagnostics::warning;
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::output::{Place, second_picture, type_of_format};
use crate::notation::record::{expected_plies, headers};
#[cfg(feature = "png")]
use crate::report::Painter;
use crate::report::{Diagram, is_caption_cut, svg};
#[cfg(feature = "png")]
use anyhow::Context;
use anyhow::{anyhow, bail};
use std::io::{self, IsTerminal, Write};

/// Draws everything.
///
/// # Errors
/// If the options do not fit together, or nothing can be written.
pub(super) fn run(args: &ShowArgs, format: ShowFormat, inputs: Inputs) -> anyhow::Result<Exit> {
    let encode: PictureEncoder = match format {
        ShowFormat::Png if args.file.path().is_none() && io::stdout().is_terminal() => {
            refuse!(
                "a PNG is not for a terminal: write it to a file, `-o FILE.png`",
                "PNGは端末に出せない：-o でファイルに書く"
            )
        }
        ShowFormat::Png => png_encoder()?,
        _ => Box::new(|picture, _| Ok(picture.into_bytes())),
    };
    let mut target = args.file.place(type_of_format(&format), &inputs.files)?;
    // One file has one picture. It is written at the end, when there was no second one.
    let mut only = None;
    let exit = for_each_problem(
        args,
        inputs.sources,
        |shown| encode(svg_of(shown)?, shown.id),
        |id, picture| match &mut target {
            Place::One(_) if only.is_some() => bail!(second_picture()),
            Place::One(_) => {
                only = Some(picture);
                Ok(())
            }
            Place::Folder(folder) => folder.write(id, &picture),
        },
    )?;
    if let (Place::One(mut out), Some(picture)) = (target, only) {
        out.write_all(&picture)?;
        out.finish()?;
    }
    Ok(exit)
}

/// Draws the diagram as SVG. Reports a caption that is too long.
fn svg_of(shown: &Shown) -> anyhow::Result<String> {
    let record = shown.record;
    let diagram = Diagram {
        setup: &record.setup,
        line: &shown.line[..shown.ply],
        attacker: shown.attacker,
        title: record
            .header(headers::TITLE)
            .or_else(|| record.header(headers::ID)),
        author: record.header(headers::AUTHOR),
        plies: plies(shown),
        goal: shown.goal,
    };
    if is_caption_cut(&diagram) {
        let id = shown.id;
        warning(&say!(
            "{id}: title and author are too long: they are cut",
            "{id}：題名と作者が長すぎるので切り詰めた"
        ));
    }
    svg(&diagram).ok_or_else(|| anyhow!(unplayable(shown.id)))
}

/// Returns the length below the board, in plies. Reports one that is not a number.
fn plies(shown: &Shown) -> Option<u32> {
    let text = shown.record.header(headers::PLIES)?;
    // The header may be 11 or 11手詰. The picture adds the words itself.
    let number = text.trim().trim_end_matches("手必至");
    let number = number.strip_suffix("手詰").unwrap_or(number);
    let is_odd = number.starts_with(['-', '+', '−', '－'])
        || number.contains(['.', '．'])
        || expected_plies(number) == Some(0);
    let plies = expected_plies(number).filter(|_| !is_odd);
    if plies.is_none() {
        let (id, text) = (shown.id, number.escape_debug());
        warning(&say!(
            "{id}: the expected length `{text}` is not a number of plies: it is not drawn",
            "{id}：手数「{text}」が数字でないので書き入れない"
        ));
    }
    plies
}

/// Makes the bytes of a file of an SVG and the id of its problem.
type PictureEncoder = Box<dyn Fn(String, &str) -> anyhow::Result<Vec<u8>>>;

#[cfg(feature = "png")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature it fails")]
fn png_encoder() -> anyhow::Result<PictureEncoder> {
    /// Pixels, two for each unit of the SVG: sharp on most screens.
    const WIDTH: u32 = 972;
    let painter = Painter::default();
    Ok(Box::new(move |picture, id| {
        let drawn = painter.png(&picture, WIDTH);
        let drawn =
            drawn.with_context(|| say!("{id}: cannot draw the picture", "{id}：図を描けない"))?;
        if !drawn.missing.is_empty() {
            let missing = drawn.missing;
            warning(&say!(
                "{id}: no font here has these characters of the caption: {missing}",
                "{id}：次の文字のあるフォントがない：{missing}"
            ));
        }
        Ok(drawn.bytes)
    }))
}

#[cfg(not(feature = "png"))]
fn png_encoder() -> anyhow::Result<PictureEncoder> {
    refuse!(
        "this program was built without PNG: write `--format svg`, or build it anew with \
         `cargo install --path . --features png`",
        "このプログラムはPNGなしで作られている：--format svg にするか、\
         cargo install --path . --features png で作り直す"
    )
}
