//! The names of the headers of tsume records.

/// The number of the problem, its id.
pub const ID: &str = "作品番号";
/// The title.
pub const TITLE: &str = "作品名";
/// Who composed it.
pub const AUTHOR: &str = "作者";
/// The magazine it appeared in.
pub const MAGAZINE: &str = "発表誌";
/// When it appeared.
pub const PUBLISHED: &str = "発表年月";
/// The book or collection it is from.
pub const SOURCE: &str = "出典";
/// The length: `5手詰`.
pub const PLIES: &str = "手数";
/// Whether it is sound.
pub const SOUNDNESS: &str = "完全性";
/// The class it belongs to.
pub const CLASS: &str = "分類";
/// The prizes it won.
pub const AWARD: &str = "受賞";
/// What else there is to say.
pub const NOTE: &str = "備考";
/// That the diagram is seen from White's side. It has no value.
pub const TURNED: &str = "盤面回転";
