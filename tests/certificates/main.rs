//! Certificates: every answer of the search proven to a checker that shares no code with it.

mod answers;
