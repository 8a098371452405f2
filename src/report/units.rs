//! Numbers for people.

use std::time::Duration;

/// A time: `<1 ms`, `12 ms`, `4.2 s`, `42 s`, `3 min 05 s`, `2 h 10 min`.
#[must_use]
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    match seconds {
        s if s < 0.001 => "<1 ms".to_owned(),
        s if s < 0.9995 => format!("{:.0} ms", s * 1e3),
        s if s < 9.95 => format!("{s:.1} s"),
        _ if whole < 60 => format!("{whole} s"),
        _ if whole < 3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
    }
}

/// A count: exact with separators below a million, then `1.23 M`, `4.56 G`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
pub fn amount(count: u64) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{},{:03}", count / 1_000, count % 1_000),
        1_000_000..1_000_000_000 => format!("{:.2} M", count as f64 / 1e6),
        _ => format!("{:.2} G", count as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_what_matters() {
        let text = |micros| seconds(Duration::from_micros(micros));
        let short = [3, 12_000, 999_400, 999_600, 4_240_000].map(text);
        assert_eq!(short, ["<1 ms", "12 ms", "999 ms", "1.0 s", "4.2 s"]);
        let long = [9_960, 42_400, 59_600, 185_000, 7_800_000].map(|millis| text(millis * 1000));
        let expected = ["10 s", "42 s", "1 min 00 s", "3 min 05 s", "2 h 10 min"];
        assert_eq!(long, expected);
    }

    #[test]
    fn counts_are_exact_while_they_are_short() {
        let shown = [0, 999, 1_000, 12_005, 999_999, 1_234_567, 31_200_000_000].map(amount);
        let expected = [
            "0", "999", "1,000", "12,005", "999,999", "1.23 M", "31.20 G",
        ];
        assert_eq!(shown, expected);
    }
}
