//! The order of results, the window, and the end of a run.

use super::*;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

const TEN: Window = Window {
    items: 10,
    bytes: usize::MAX,
};

fn slow_when_even(number: usize) -> usize {
    if number.is_multiple_of(2) {
        thread::sleep(Duration::from_millis(2));
    }
    number * number
}

#[test]
fn results_keep_the_order_of_the_input() {
    for jobs in [1, 2, 5] {
        let mut found = Vec::new();
        let work = |calls: &mut usize, number| {
            *calls += 1;
            slow_when_even(number)
        };
        ordered(
            || (0..50).map(|number| (number, 1)),
            vec![0; jobs],
            TEN,
            work,
            |event| {
                if let Event::Result(result) = event {
                    found.push(result);
                }
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        assert_eq!(found, (0..50).map(|n| n * n).collect::<Vec<_>>());
    }
}

/// Returns how many items of this size are read ahead at most.
fn most_ahead(window: Window, bytes: usize) -> usize {
    let taken = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let (seen, ahead) = (Arc::clone(&taken), Arc::clone(&most));
    let feed = move || {
        let items = (0..200).inspect(move |number| {
            ahead.fetch_max(number - seen.load(SeqCst), SeqCst);
        });
        items.map(move |number| (number, bytes))
    };
    let work = |(): &mut (), number| {
        if number == 0 {
            thread::sleep(Duration::from_millis(200));
        }
        number
    };
    ordered(feed, vec![(), ()], window, work, |event| {
        if let Event::Result(_) = event {
            taken.fetch_add(1, SeqCst);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(taken.load(SeqCst), 200);
    most.load(SeqCst)
}

#[test]
fn no_more_is_read_than_the_window_holds() {
    // The result that makes room is counted a moment after.
    assert!((9..=10).contains(&most_ahead(TEN, 0)));
    let by_bytes = Window {
        items: 1000,
        bytes: 50,
    };
    assert!((4..=5).contains(&most_ahead(by_bytes, 10)));
    // An item larger than the window keeps every worker busy all the same.
    assert!((1..=2).contains(&most_ahead(by_bytes, 1000)));
}

#[test]
fn a_stop_finishes_what_is_under_way_and_does_not_wait_for_input() {
    let (held, input) = mpsc::channel::<usize>();
    held.send(0).unwrap();
    held.send(1).unwrap();
    let mut found = Vec::new();
    let work = |(): &mut (), number| number;
    ordered(
        move || input.into_iter().map(|number| (number, 1)),
        vec![()],
        TEN,
        work,
        |event| {
            if let Event::Result(result) = event {
                found.push(result);
            }
            if found.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    )
    .unwrap();
    assert_eq!(found[0], 0);
    // The input never ended, and the pool did not wait for it.
    drop(held);
}

#[test]
fn ticks_tell_how_much_was_read() {
    let mut last = Intake::default();
    let work = |(): &mut (), number: usize| number;
    ordered(
        || (0..3).map(|number| (number, 1)),
        vec![()],
        TEN,
        work,
        |event| {
            if let Event::Tick(intake) = event {
                last = intake;
            }
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(last.read, 3);
}
