//! Runs that are ended: by a full disk, a signal, a kill; and those that continue them.

use super::*;

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    for format in ["jsonl", "csv", "text", "json"] {
        let out = fs::File::create("/dev/full").unwrap();
        let mut run = crate::program();
        let run = run.args(["validate", "--format", format, ONE]).stdout(out);
        let output = run.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{format}: {told}");
        assert!(told.contains("cannot write"), "{format}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_what_is_finished_and_no_more() {
    an_interrupted_run("-o", "to continue, add `--resume ");
    an_interrupted_run("--resume", "to continue, give the same command again");
}

/// Interrupts a run that writes its rows by this option, and expects what is told at the end.
#[cfg(unix)]
fn an_interrupted_run(option: &str, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{ONE}\n{COOKED}\n{LONG}\n{LONG}\n{NO_MATE}\n");
    let file = in_folder(folder.path(), "x.sfen", &input);
    let rows = folder.path().join("rows.jsonl");
    let mut child = crate::program()
        .args(["validate", "--jobs", "1", "--time", "10m", "--hash", "4MiB"])
        .args([&*file, option, rows.to_str().unwrap()])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let written = || fs::read_to_string(&rows).unwrap_or_default();
    while written().lines().count() < 2 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let rows = timeless(written().as_bytes());
    let verdicts: Vec<_> = rows.iter().map(|row| &row["verdict"]).collect();
    assert_eq!(verdicts, ["sound", "flawed"]);
    let told = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<_> = told.lines().collect();
    let has = |is: &dyn Fn(&str) -> bool| lines.iter().any(|it| is(it));
    assert!(has(&|it| it.ends_with("interrupted")), "{told}");
    assert!(has(&|it| it == "by defect: 余詰 cook 1"), "{told}");
    assert!(has(&|it| it.starts_with(expected)), "{told}");
}

#[cfg(unix)]
#[test]
fn a_row_whose_certificates_were_interrupted_is_left_to_the_next_run() {
    let problems: String = good().take(150).collect();
    for turn in 0..60 {
        let folder = tempfile::tempdir().unwrap();
        let file = in_folder(folder.path(), "x.sfen", &problems);
        let rows = folder.path().join("rows.jsonl");
        let mut child = crate::program()
            .args([
                "validate", "--jobs", "2", "--nodes", "20k", "--verify", "-q",
            ])
            .args([&*file, "--resume", rows.to_str().unwrap()])
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let written = || fs::read_to_string(&rows).unwrap_or_default();
        // At most this many rows: the run has long not ended then.
        while written().lines().count() < turn + 1 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let pid = child.id().to_string();
        let kill = std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status();
        assert!(kill.unwrap().success());
        child.wait().unwrap();
        for row in timeless(written().as_bytes()) {
            for certificate in row["certificates"].as_array().into_iter().flatten() {
                assert_ne!(certificate["limit"], "interrupt", "{row}");
            }
        }
    }
}

#[test]
fn a_run_that_is_killed_and_resumed_ends_with_the_rows_of_an_unbroken_one() {
    let folder = tempfile::tempdir().unwrap();
    // Every problem comes twice, and others once.
    let more: String = good().skip(40).take(150).collect();
    let input = mixture() + &more + &mixture();
    let file = in_folder(folder.path(), "x.sfen", &input);
    let limits = ["--nodes", "60k", "--hash", "4MiB", "--jobs", "2"];
    let unbroken = validate([&*file])
        .args(limits)
        .args(["--format", "jsonl"])
        .output()
        .unwrap();
    let expected = timeless(&unbroken.stdout);
    let rows = folder.path().join("rows.jsonl");
    let run = || {
        let mut run = crate::program();
        run.args(["validate", &file, "--resume", rows.to_str().unwrap()])
            .args(limits)
            .stderr(std::process::Stdio::null());
        run
    };
    let mut lengths = vec![0];
    for turn in 1..=10 {
        let mut child = run().spawn().unwrap();
        // Let it add a few rows, and a little more.
        let aim = expected.len() * turn / 12;
        let written = || {
            fs::read_to_string(&rows)
                .unwrap_or_default()
                .lines()
                .count()
        };
        while written() < aim && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_micros(300));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // The worst moment: in the middle of a row.
        let mut text = fs::read(&rows).unwrap();
        if turn % 2 == 0 && text.ends_with(b"\n") && text.len() > 40 {
            text.truncate(text.len() - 40);
            fs::write(&rows, &text).unwrap();
        }
        lengths.push(written());
    }
    assert!(
        lengths.iter().any(|&it| 0 < it && it < expected.len()),
        "{lengths:?}"
    );
    let status = run().status().unwrap();
    assert_eq!(timeless(&fs::read(&rows).unwrap()), expected);
    assert_eq!(status.code(), unbroken.status.code());
    // All is done: nothing is added, and the status is that of all rows.
    let status = run().status().unwrap();
    assert_eq!(timeless(&fs::read(&rows).unwrap()), expected);
    assert_eq!(status.code(), unbroken.status.code());
}

#[test]
fn rows_of_other_terms_are_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let rows = in_folder(folder.path(), "rows.jsonl", "");
    let run = |limits: &str, input: &str| {
        validate(["--resume", &rows, "--nodes", limits, "-q", "-"]).stdin(input.to_owned())
    };
    run("20k", ONE).assert().code(0);
    let refused = run("30k", ONE).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(
        told.contains("this run has `nodes=30000 hash=64MiB`"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&rows).unwrap().lines().count(), 1);
}
