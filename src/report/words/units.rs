//! Numbers for people.

use crate::vocabulary::Lang;
use std::time::Duration;

/// Returns a time: `<1 ms`, `12 ms`, `4.2 s`, `42 s`, `3 min 05 s`, `2 h 10 min`; `4.2秒`,
/// `2時間10分`.
#[must_use]
pub fn seconds(time: Duration, lang: Lang) -> String {
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    let (minutes, seconds_of_minute) = (whole / 60, whole % 60);
    let (hours, minutes_of_hour) = (whole / 3600, whole / 60 % 60);
    lang.of(match seconds {
        s if s < 0.001 => ["<1 ms".to_owned(), "<1ミリ秒".to_owned()],
        s if s < 0.9995 => {
            let millis = s * 1e3;
            [format!("{millis:.0} ms"), format!("{millis:.0}ミリ秒")]
        }
        s if s < 9.95 => [format!("{s:.1} s"), format!("{s:.1}秒")],
        _ if whole < 60 => [format!("{whole} s"), format!("{whole}秒")],
        _ if whole < 3600 => [
            format!("{minutes} min {seconds_of_minute:02} s"),
            format!("{minutes}分{seconds_of_minute:02}秒"),
        ],
        _ => [
            format!("{hours} h {minutes_of_hour:02} min"),
            format!("{hours}時間{minutes_of_hour:02}分"),
        ],
    })
}

/// Returns a time for a narrow column: `<1 ms`, `12 ms`, `4.2 s`, `185 s`; `12ms`, `185秒`.
#[must_use]
pub(in crate::report) fn short_time(time: Duration, lang: Lang) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.001 => lang.of(["<1 ms", "<1ms"]).to_owned(),
        s if s < 0.9995 => {
            let millis = s * 1e3;
            both!(lang, "{millis:.0} ms", "{millis:.0}ms")
        }
        s if s < 9.95 => both!(lang, "{s:.1} s", "{s:.1}秒"),
        s => both!(lang, "{s:.0} s", "{s:.0}秒"),
    }
}

/// Returns a count: exact with separators below a million, then `1.23 M`, `4.56 G`; `123万`,
/// `45.6億`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
pub fn amount(count: u64, lang: Lang) -> String {
    let approximate = count as f64;
    match (count, lang) {
        (0..1_000, _) => count.to_string(),
        (1_000..1_000_000, _) => format!("{},{:03}", count / 1_000, count % 1_000),
        (1_000_000..1_000_000_000, Lang::English) => format!("{:.2} M", approximate / 1e6),
        (_, Lang::English) => format!("{:.2} G", approximate / 1e9),
        (1_000_000..100_000_000, Lang::Japanese) => format!("{}万", count / 10_000),
        (_, Lang::Japanese) => format!("{:.1}億", approximate / 1e8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_what_matters() {
        let text = |micros| seconds(Duration::from_micros(micros), Lang::English);
        let short = [3, 12_000, 999_400, 999_600, 4_240_000].map(text);
        assert_eq!(short, ["<1 ms", "12 ms", "999 ms", "1.0 s", "4.2 s"]);
        let times = [9_960, 42_400, 59_600, 185_000, 7_800_000];
        let long = times.map(|millis| text(millis * 1000));
        let expected = ["10 s", "42 s", "1 min 00 s", "3 min 05 s", "2 h 10 min"];
        assert_eq!(long, expected);
        let text = |millis| seconds(Duration::from_millis(millis), Lang::Japanese);
        let expected = ["10秒", "42秒", "1分00秒", "3分05秒", "2時間10分"];
        assert_eq!(times.map(text), expected);
        let short = [0, 12, 4_240].map(text);
        assert_eq!(short, ["<1ミリ秒", "12ミリ秒", "4.2秒"]);
    }

    #[test]
    fn counts_are_exact_while_they_are_short() {
        let counts = [0, 999, 1_000, 12_005, 999_999, 1_234_567, 31_200_000_000];
        let shown = counts.map(|it| amount(it, Lang::English));
        let expected = [
            "0", "999", "1,000", "12,005", "999,999", "1.23 M", "31.20 G",
        ];
        assert_eq!(shown, expected);
        let shown = counts.map(|it| amount(it, Lang::Japanese));
        let expected = ["0", "999", "1,000", "12,005", "999,999", "123万", "312.0億"];
        assert_eq!(shown, expected);
    }
}
