//! Brinkmates (必至) and threats (詰めろ): positions with known answers, the rules one by one, and
//! random positions compared with brute force.

mod claims;
mod interpositions;
mod judged;
mod random;
mod rules;
mod table;
