//! The calls of the workbench for a worker in a browser.
//!
//! The worker writes the name of a call and its request, both UTF-8, into memory that [`room`] gives, and
//! calls [`call`] or [`stream`]. Events go to the function `tell` of the worker: with the kind
//! [`ANSWER`] the answer, with [`FAULT`] why there is none, with [`EVENT`] the name of an event and its
//! data, with an end of a line between them. A search is stopped by ending the worker.
//!
//! Before all this, [`begin`] may say how much memory a search gets. Time is that of the worker, `now`.
//!
//! Built with atomics, the memory is shared, and other workers may help: [`reserve`] gives each of them a stack
//! and its own data, with which it calls [`help`], for ever. A search is then also stopped by [`stop_flag`].

use serde_json::Value;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsume::workbench::{Resources, Work, Workbench, lang_of};

/// An answer.
pub const ANSWER: u32 = 0;
/// A fault, in place of an answer.
pub const FAULT: u32 = 1;
/// An event.
pub const EVENT: u32 = 2;

/// Memory for the tables, in MiB, if nothing was said.
const HASH_MIB: usize = 128;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the worker something: its kind, and where the text is.
    fn tell(kind: u32, text: *const u8, length: usize);
    /// Returns the time in milliseconds since the worker began.
    fn now() -> f64;
}

thread_local! {
    static BENCH: OnceCell<Workbench> = const { OnceCell::new() };
    static STOP: Arc<AtomicBool> = Arc::default();
    /// The bytes that the worker has written.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn time() -> Duration {
    // SAFETY: the worker only reads its clock.
    let milliseconds = unsafe { now() };
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

fn bench(hash_mib: usize, helpers: usize) -> Workbench {
    tsume::search::set_clock(time);
    #[cfg(target_feature = "atomics")]
    tsume::search::expect_helpers(helpers);
    Workbench::new(Resources {
        hash_bytes: hash_mib << 20,
        threads: 1 + helpers,
        ..Resources::default()
    })
}

/// Sets the memory for the tables of a search, in MiB, and the number of workers that help. Only the first call
/// counts, before any other.
#[unsafe(no_mangle)]
pub extern "C" fn begin(hash_mib: usize, helpers: usize) {
    let hash_mib = hash_mib.clamp(1, 2048);
    BENCH.with(|it| {
        it.get_or_init(|| bench(hash_mib, helpers));
    });
}

/// Reserves memory for ever, such as for the stack of a helper, and returns its place.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    let words: Vec<u128> = Vec::with_capacity(bytes.div_ceil(size_of::<u128>()));
    std::mem::ManuallyDrop::new(words).as_mut_ptr().cast()
}

/// Helps with searches, for ever.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn help() {
    tsume::search::help()
}

/// Returns the place of a byte that ends the work when it becomes 1.
#[unsafe(no_mangle)]
pub extern "C" fn stop_flag() -> *const AtomicBool {
    STOP.with(Arc::as_ptr)
}

fn say(kind: u32, text: &str) {
    // SAFETY: the worker only reads the text, before it returns.
    unsafe { tell(kind, text.as_ptr(), text.len()) };
}

/// Returns the flag that ends the work that begins now.
fn flag() -> Arc<AtomicBool> {
    STOP.with(|it| {
        it.store(false, Ordering::SeqCst);
        Arc::clone(it)
    })
}

/// Makes room for a name and a request of this length together, and returns its place.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Returns the name, of this length in bytes, and the request after it.
fn read(length: usize) -> (String, Value) {
    let bytes = ROOM.take();
    let (name, request) = bytes.split_at(length.min(bytes.len()));
    let request = serde_json::from_slice(request).unwrap_or_default();
    (String::from_utf8_lossy(name).into_owned(), request)
}

/// Answers the call whose name has this length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn call(name_length: usize) {
    let (name, request) = read(name_length);
    let work = Work::new(String::new(), flag(), &|_, _| {});
    let answer = BENCH.with(|it| {
        it.get_or_init(|| bench(HASH_MIB, 0))
            .call(&name, &request, &work)
    });
    match answer {
        Ok(answer) => say(ANSWER, &answer.to_string()),
        Err(fault) => say(FAULT, &fault.to_json(lang_of(&request)).to_string()),
    }
}

/// Does the work of the stream whose name has this length in bytes, and tells its events.
#[unsafe(no_mangle)]
pub extern "C" fn stream(name_length: usize) {
    let (name, request) = read(name_length);
    let event = |name: &'static str, data: Value| say(EVENT, &format!("{name}\n{data}"));
    let work = Work::new(String::new(), flag(), &event);
    let done = BENCH.with(|it| {
        it.get_or_init(|| bench(HASH_MIB, 0))
            .stream(&name, &request, &work)
    });
    match done {
        Ok(()) => say(ANSWER, "null"),
        Err(fault) => say(FAULT, &fault.to_json(lang_of(&request)).to_string()),
    }
}
