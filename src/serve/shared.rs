//! The state of a server that all requests share.

use super::desk::Desk;
use super::guard::Guard;
use crate::workbench::Workbench;
use std::sync::{Arc, Mutex};

/// The state of a server that all requests share.
#[derive(Debug)]
pub(super) struct Shared {
    pub bench: Arc<Workbench>,
    pub desk: Arc<Desk>,
    pub guard: Guard,
    /// The secret of the single-use address, until it is used.
    pub single_use_secret: Mutex<Option<String>>,
}
