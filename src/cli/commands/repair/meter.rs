//! The line of progress while versions are looked at.

use crate::cli::draw_target::progress_bar;
use crate::cli::lang::spoken;
use crate::report::amount;
use indicatif::ProgressBar;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// The line of progress on standard error, only on a terminal.
pub(super) struct Meter {
    bar: Option<ProgressBar>,
}

impl Meter {
    pub fn new(wanted: bool) -> Self {
        let bar = (wanted && io::stderr().is_terminal()).then(|| {
            let bar = progress_bar("{spinner} {wide_msg}");
            // A single version can take long.
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Self { bar }
    }

    pub fn show(&self, at: usize, of: usize, found: usize, nodes: u64) {
        let Some(bar) = &self.bar else {
            return;
        };
        let nodes = amount(nodes, spoken());
        bar.set_message(say!(
            "looked at {at} of {of}  found {found}  {nodes} nodes",
            "検討 {at}/{of}図  発見 {found}図  {nodes}ノード"
        ));
    }
}
