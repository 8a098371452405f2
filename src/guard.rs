//! Keeps a bug in one problem from stopping the others.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// The number of nested [`guarded`] calls that this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The place of the panic that is caught next, if [`report_panics`] was called.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does some work. A panic in it becomes an error with its message, and its place in the program if known.
///
/// After a panic, discard everything that the work was changing: its state is unknown.
///
/// # Errors
/// The message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    DEPTH.set(DEPTH.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned());
        match PLACE.take() {
            Some(place) => format!("{text} ({place})"),
            None => text,
        }
    })
}

/// Lets `report` write the messages of panics instead of the runtime. A panic in guarded work is left to the
/// error, which gets its place. With `RUST_BACKTRACE` the runtime writes all messages as well.
#[cfg(feature = "cli")]
pub fn report_panics(report: impl Fn(&str) + Send + Sync + 'static) {
    use std::panic::{PanicHookInfo, set_hook, take_hook};
    let usual = take_hook();
    let shows_trace = std::env::var_os("RUST_BACKTRACE").is_some_and(|it| it != "0");
    set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
        if shows_trace {
            usual(panic);
        }
        let place = panic
            .location()
            .map(|it| format!("{}:{}", it.file(), it.line()));
        if DEPTH.get() > 0 {
            PLACE.set(place);
        } else {
            let text = panic.payload_as_str().unwrap_or("no message");
            report(&format!("{text} ({})", place.unwrap_or_default()));
        }
    }));
}

/// Panics if a test asks for it with `TSUME_TEST_PANIC=STAGE:WORD`: in this stage, if the text has the word.
/// A release build ignores the variable.
pub fn panic_for_test(stage: &str, text: &str) {
    if cfg!(debug_assertions)
        && let Ok(asked) = std::env::var("TSUME_TEST_PANIC")
        && let Some((asked_stage, word)) = asked.split_once(':')
    {
        assert!(asked_stage != stage || !text.contains(word), "on purpose");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        assert_eq!(guarded(|| 7), Ok(7));
        assert_eq!(guarded(|| -> u8 { panic!("plain") }), Err("plain".into()));
        let number = 3;
        let made = guarded(|| -> u8 { panic!("made of {number}") });
        assert_eq!(made, Err("made of 3".into()));
    }

    #[test]
    fn a_panic_in_a_thread_of_the_work_counts_too() {
        let result = guarded(|| {
            std::thread::scope(|scope| {
                let thread = scope.spawn(|| -> u8 { panic!("inside") });
                let joined = thread.join();
                joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        });
        assert_eq!(result, Err("inside".into()));
    }
}
