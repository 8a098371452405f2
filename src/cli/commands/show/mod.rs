//! `tsume show`: diagrams and lines, without any search.
//!
//! - `args`: the options
//! - `shown`: the problems, one after another
//! - `pages`, `pictures`: text and pictures

mod args;
mod pages;
mod pictures;
mod shown;

pub(super) use args::ShowArgs;

use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use args::ShowFormat;

impl ShowArgs {
    /// Shows everything.
    ///
    /// # Errors
    /// If the options do not fit together, or nothing can be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.color.set();
        let format = self.format()?;
        let inputs = Inputs::find(&self.inputs, false)?;
        match format {
            ShowFormat::Svg | ShowFormat::Png => pictures::run(self, format, inputs),
            ShowFormat::Text | ShowFormat::Bod | ShowFormat::Sfen => {
                pages::run(self, format, inputs)
            }
        }
    }
}
