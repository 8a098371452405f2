//! Output without what differs from run to run, and without what is too long to read.

/// Units of times and speeds, after a number.
const UNITS: [&str; 9] = ["ms", "s", "min", "ミリ秒", "秒", "分", "nodes/s", "M nodes/s", "k nodes/s"];

/// Words before a number that differs.
const BEFORE: [&str; 8] =
    ["\"elapsed_ms\":", "\"elapsed_ms\": ", "\"time_ms\":", "\"nps\":", " time ", " nps ", "毎秒", "\"ms\":"];

/// Elements whose long content is not kept, but for a digest.
const LONG: [(&str, &str); 4] =
    [("<style>", "</style>"), ("<script>", "</script>"), ("<defs>", "</defs>"), ("<template", "</template>")];

/// Returns a text without times, speeds and versions.
pub fn masked(text: &str) -> String {
    let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let text = without_column(&without_long(&text));
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit()) {
        let after = rest[at..].trim_start_matches(|it: char| it.is_ascii_digit() || ".,".contains(it));
        let number = &rest[at..rest.len() - after.len()];
        out += &rest[..at];
        rest = after;
        if BEFORE.iter().any(|it| out.ends_with(it)) {
            out.push('#');
        } else if let Some(unit) = unit(after).filter(|_| !out.ends_with(char::is_alphanumeric)) {
            // Columns are as wide as the time is long.
            let kept = out.trim_end_matches('<').trim_end_matches(' ').len();
            out.truncate(kept);
            // A time may have several units.
            if !out.ends_with(" TIME") {
                out += " TIME";
            }
            rest = &after[unit..];
        } else {
            out += number;
        }
    }
    out + rest
}

/// Returns the length of the unit that a text begins with.
fn unit(text: &str) -> Option<usize> {
    let blank = usize::from(text.starts_with(' '));
    let is_it = |it: &&&str| {
        let after = text[blank..].strip_prefix(**it);
        after.is_some_and(|after| !after.starts_with(|it: char| it.is_ascii_alphanumeric()))
    };
    UNITS.iter().filter(is_it).map(|it| blank + it.len()).max()
}

/// Returns a text with digests in place of long elements.
fn without_long(text: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in LONG {
        let mut from = 0;
        while let Some(begin) = text[from..].find(open).map(|at| from + at + open.len()) {
            let Some(end) = text[begin..].find(close).map(|at| begin + at) else {
                break;
            };
            text.replace_range(begin..end, &digest(&text.as_bytes()[begin..end]));
            from = begin;
        }
    }
    text
}

/// Returns a table without the column of times, which is the last one.
fn without_column(text: &str) -> String {
    if !text.lines().next().is_some_and(|it| it.ends_with(",elapsed_ms")) {
        return text.to_owned();
    }
    let kept = |line: &str| match line.rsplit_once(',') {
        Some((kept, time)) if time.bytes().all(|it| it.is_ascii_digit()) => format!("{kept},#\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(kept).collect()
}

/// Returns a digest of bytes (FNV-1a).
pub fn digest(bytes: &[u8]) -> String {
    let mixed = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mixed);
    format!("#{hash:016x} of {} bytes", bytes.len())
}
