//! Keeps a bug in one problem from stopping the others.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does some work; a panic in it becomes its message.
///
/// After a panic, discard everything that the work was changing: its state is unknown.
///
/// # Errors
/// The message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned())
    })
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
