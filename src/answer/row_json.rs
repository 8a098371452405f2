//! Rows as JSON that other programs may have written.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a row. Programs for tables write 5 as 5.0 if the column has gaps.
pub(super) fn read<T: DeserializeOwned>(text: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(text).or_else(|error| {
        let Ok(mut value) = serde_json::from_slice(text) else {
            return Err(error);
        };
        with_whole_numbers(&mut value);
        serde_json::from_value(value).map_err(|_| error)
    })
}

/// Beyond 2^53 not every integer is a floating-point number.
const WHOLE_MOST: f64 = 9_007_199_254_740_992.0;

/// Makes integers of numbers such as 5.0.
fn with_whole_numbers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number
                .as_f64()
                .filter(|it| number.is_f64() && it.fract() == 0.0);
            if let Some(whole) = whole.filter(|it| it.abs() < WHOLE_MOST) {
                *value = Value::from(whole as i64);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(with_whole_numbers),
        Value::Object(fields) => fields.values_mut().for_each(with_whole_numbers),
        _ => {}
    }
}
