//! The rule about detours, by brute force and from its text alone.
//! Nothing of the search, nor of what it calls cooks, is used here.
//!
//! # The rule
//! P is a turn of the attacker on the judged line, *a* another check there that mates, F the positions of
//! that line and of lines equal to it after P, F₀ those at or before P. The attacker avoids a set if he
//! mates although he may not play into it, while the defender may, but plays only his longest replies:
//! composed length, then leaving nothing over if any of the longest does. A position matches another with
//! the same board and turn if the attacker holds as much or more; if *a* mates in as many plies as the line,
//! he has to hold the same (other: `more_in_hand`, as much or more in any case). What avoids both is a cook
//! (`early_mate` if sooner than the line), what avoids F₀ comes back (`transposition` if it takes as many
//! plies as the line in all, `rejoining_detour` if more), what does not is a `returning_detour`.
//!
//! # How it is read
//! Where the text leaves a choice, [`reading::Reading`] has a switch for it; the last column of the
//! table says which other readings come to another name.
//! * F and F₀ hold turns of both sides, and F the mate (others: `attacker_turns`, `but_mate`).
//! * The attacker loses when either side enters a set, whoever made the move.
//! * A line is equal if the defender chooses otherwise among his best replies, and the attacker plays any
//!   best check from there on. Where he could have left the line himself for a check as fast, that makes no
//!   equal line (other: `duals`): such a check is an alternative of its own.
//! * A cook avoids F₀, too: what has to come back to P and mates from there by yet another cook is
//!   called a detour, and that other one is the cook (other: `literal`, a cook avoids F alone).
//! * Plies in all are those of best play with *a*, not those of the line shown.
//! * The attacker need not mate as fast as he can: attacks are looked at that take up to four plies more
//!   than *a* needs. For cooks the column `extra` says how many were needed (so where it is not 0, the
//!   fastest mate comes back), for detours how many were looked at.
//! * `any_reply` lets the defender play any reply, as the older rule did.
//!
//! The column `line` leads from the alternative to where it is back, `back_at` from the start to the same
//! position of the line or one equal to it (`start`: no moves). `tags` are what the classes of mirrored,
//! promotion and distance duals may come before.

pub mod forbidden;
pub mod lengths;
pub mod reading;
pub mod reasons;
pub mod rule;
pub mod table;
