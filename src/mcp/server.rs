//! A server: its bounds, its folder and its language.

use super::bounds::Bounds;
use super::folder::Folder;
use crate::vocabulary::Lang;

/// A server of tools.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// The bounds of every call.
    pub bounds: Bounds,
    /// The folder whose collections may be read.
    pub folder: Option<Folder>,
    /// The language of descriptions, and of answers to calls that do not name one.
    pub lang: Lang,
}
