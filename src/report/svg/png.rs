//! Diagrams in pixels.
//!
//! The outlines of a diagram need no font. Title and author are drawn with the fonts of the system;
//! characters that none of them has are reported.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, FontResolver, Group, Node, Options, Tree};
use std::fmt;

/// Draws SVG with the fonts of the system, which are loaded once.
pub struct Painter {
    options: Options<'static>,
}

/// A picture as a PNG file.
#[derive(Clone, Debug)]
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// Characters that no font of the system has.
    pub missing: String,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PngError(String);

impl Default for Painter {
    fn default() -> Self {
        let mut options = Options::default();
        options.fontdb_mut().load_system_fonts();
        // If the named font is missing, any will do: characters that it lacks are looked for in the others.
        let by_name = FontResolver::default_font_selector();
        options.font_resolver.select_font = Box::new(move |font, fonts| {
            let any = |fonts: &usvg::fontdb::Database| fonts.faces().next().map(|it| it.id);
            by_name(font, fonts).or_else(|| any(fonts))
        });
        Self { options }
    }
}

impl Painter {
    /// Draws a picture of `width` pixels.
    ///
    /// # Errors
    /// If it is not SVG, or has no pixels.
    pub fn png(&self, svg: &str, width: u32) -> Result<Png, PngError> {
        let tree = Tree::from_str(svg, &self.options).map_err(|it| PngError(it.to_string()))?;
        let size = tree.size().to_int_size().scale_to_width(width);
        let size = size.ok_or_else(|| PngError("it has no size".to_owned()))?;
        let pixels = Pixmap::new(size.width(), size.height());
        let mut pixels = pixels.ok_or_else(|| PngError("it is too large".to_owned()))?;
        let (whole, drawn) = (tree.size(), size.to_size());
        let transform = Transform::from_scale(
            drawn.width() / whole.width(),
            drawn.height() / whole.height(),
        );
        resvg::render(&tree, transform, &mut pixels.as_mut());
        let mut missing = String::new();
        collect_missing(tree.root(), &mut missing);
        let bytes = pixels.encode_png();
        let bytes = bytes.map_err(|it| PngError(it.to_string()))?;
        Ok(Png { bytes, missing })
    }
}

/// Collects the characters of texts that were not drawn.
fn collect_missing(group: &Group, missing: &mut String) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect_missing(group, missing),
            Node::Text(text) => {
                let spans = text.layouted().iter();
                let glyphs = spans.flat_map(|it| &it.positioned_glyphs);
                let drawn = glyphs.filter(|it| it.id.0 != 0);
                let drawn: String = drawn.map(|it| it.text.as_str()).collect();
                let wanted = text.chunks().iter().flat_map(|it| it.text().chars());
                for character in wanted.filter(|it| !it.is_whitespace()) {
                    if !drawn.contains(character) && !missing.contains(character) {
                        missing.push(character);
                    }
                }
            }
            _ => {}
        }
    }
}

impl fmt::Debug for Painter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Painter").finish_non_exhaustive()
    }
}
