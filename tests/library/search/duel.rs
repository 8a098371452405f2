//! A short duel of the search with brute force; `tests/long/duel` is a longer one.

use support::duel::fight;
use support::positions::Theme;

#[test]
fn the_search_agrees_with_brute_force_on_some_positions_of_every_kind() {
    let complaints = Theme::ALL.map(|theme| fight(theme, 2, 30)).concat();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
