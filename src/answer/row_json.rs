//! Rows as JSON that other programs may have written.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a row. Whole numbers may be written as 5.0, as programs for tables do if a column has gaps.
pub(super) fn read<T: DeserializeOwned>(text: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(text).or_else(|error| {
        let Ok(mut value) = serde_json::from_slice(text) else {
            return Err(error);
        };
        make_numbers_whole(&mut value);
        serde_json::from_value(value).map_err(|_| error)
    })
}

/// 2^53: up to here every integer is exact as a floating-point number.
const EXACT_INTEGERS_END: f64 = 9_007_199_254_740_992.0;

/// Replaces numbers such as 5.0 by integers.
fn make_numbers_whole(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number
                .as_f64()
                .filter(|it| number.is_f64() && it.fract() == 0.0);
            if let Some(whole) = whole.filter(|it| it.abs() < EXACT_INTEGERS_END) {
                *value = Value::from(whole as i64);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_numbers_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_numbers_whole),
        _ => {}
    }
}
