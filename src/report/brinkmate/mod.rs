//! Brinkmates (必至) and threats (詰めろ) for people.

pub(super) mod text;
mod view;

pub(super) use view::{EndingState, EndingView};
