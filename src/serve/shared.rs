//! The parts of a server that all requests use.

use super::desk::Desk;
use super::guard::Guard;
use crate::workbench::Workbench;
use std::sync::{Arc, Mutex};

/// The parts of a server that all requests use.
#[derive(Debug)]
pub(super) struct Shared {
    pub bench: Arc<Workbench>,
    pub desk: Arc<Desk>,
    pub guard: Guard,
    /// The secret of an address that can be used once.
    pub door: Mutex<Option<String>>,
}
