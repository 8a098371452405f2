//! The call `rows`: judges many problems, as many at a time as there are processors.

use crate::workbench::{Fault, Work, Workbench, lang_of};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The name of the call.
pub(super) const ROWS: &str = "rows";

/// The time between two looks at whether other searches have ended.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Answers the call `row` about each of the `problems` of a request, whose other fields each of them gets. The event
/// `row` has the number of the problem as `at`, and the answer or else the `error`. While other searches run, which
/// `is_busy` says, one of the threads waits, so that a person at the board notices nothing.
pub(super) fn rows(
    bench: &Workbench,
    request: &Value,
    work: &Work<'_>,
    is_busy: &(dyn Fn() -> bool + Sync),
) -> Result<(), Fault> {
    let problems = request.get("problems").and_then(Value::as_array);
    let problems = problems.ok_or_else(|| Fault::request(&"`problems` is no list"))?;
    let mut shared = request.clone();
    if let Some(fields) = shared.as_object_mut() {
        fields.remove("problems");
    }
    work.begin();
    let next = AtomicUsize::new(0);
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.min(problems.len());
    let judge = |job: usize| {
        loop {
            while job > 0 && job + 1 == jobs && is_busy() && !work.is_stopped() {
                thread::sleep(POLL_INTERVAL);
            }
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(at).filter(|_| !work.is_stopped()) else {
                break;
            };
            let mut asked = shared.clone();
            if let (Some(asked), Some(problem)) = (asked.as_object_mut(), problem.as_object()) {
                asked.extend(problem.clone());
            }
            let mut told = match bench.call("row", &asked, work) {
                Ok(answer) => answer,
                Err(fault) => fault.to_json(lang_of(request)),
            };
            told["at"] = json!(at);
            work.tell("row", told);
        }
    };
    thread::scope(|scope| {
        for job in 0..jobs {
            scope.spawn(move || judge(job));
        }
    });
    let reason = if work.is_stopped() { "stopped" } else { "done" };
    work.tell("done", json!({"reason": reason}));
    Ok(())
}
