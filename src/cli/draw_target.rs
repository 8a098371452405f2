//! Where progress is drawn: on standard error, with room for a typed `^C`.

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle, TermLike};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Columns that stay free at the end of each row. A terminal echoes `^C` behind the cursor; without room
/// it would begin a new row, and the row of progress above would stay.
const ROOM: usize = 3;

/// How often progress is drawn in a second, at most.
const HERTZ: u8 = 20;

/// Returns lines of progress, which go away when they are dropped.
pub(super) fn progress_bar(template: &str) -> ProgressBar {
    ProgressBar::with_draw_target(None, draw_target())
        .with_style(style(template))
        .with_finish(ProgressFinish::AndClear)
}

/// Returns the style of this template.
pub(super) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is a constant and well-formed")
}

/// Returns where progress is drawn.
pub(super) fn draw_target() -> ProgressDrawTarget {
    let terminal = Unfilled {
        terminal: Term::buffered_stderr(),
        written: AtomicUsize::new(0),
    };
    ProgressDrawTarget::term_like_with_hz(Box::new(terminal), HERTZ)
}

/// Returns the columns that a row of progress may take.
pub(super) fn columns() -> usize {
    let (_, width) = Term::stderr().size();
    usize::from(width).saturating_sub(ROOM)
}

/// A terminal whose rows are not filled with blanks to their ends.
///
/// Every row comes as its text and the blanks behind it, which would carry the cursor to the next row.
#[derive(Debug)]
struct Unfilled {
    terminal: Term,
    /// The texts and blanks since the cursor was moved.
    written: AtomicUsize,
}

impl Unfilled {
    /// The terminal, with the cursor about to be moved.
    fn anew(&self) -> &Term {
        self.written.store(0, Relaxed);
        &self.terminal
    }
}

impl TermLike for Unfilled {
    fn width(&self) -> u16 {
        TermLike::width(&self.terminal)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.terminal)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.anew().move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.anew().move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.anew().move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.anew().move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.anew().write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        let before = self.written.fetch_add(1, Relaxed);
        if before % 2 == 1 {
            return Ok(());
        }
        if before > 0 {
            self.terminal.write_str("\n")?;
        }
        self.terminal.write_str(text.trim_end_matches(' '))
    }

    fn clear_line(&self) -> io::Result<()> {
        self.anew().clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.anew().flush()
    }
}
