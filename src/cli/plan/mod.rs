//! The meaning of the command line: sources, rules, limits, writers.

mod comparing;
mod many;
mod naming;
mod output;
mod overwriting;
mod problems;
mod refuse;
mod settings;

pub(super) use comparing::Comparing;
pub(super) use many::{Service, Validation};
pub(super) use naming::format_of_name;
pub(super) use overwriting::{
    in_the_way, inputs_of, refuse_folder, refuse_output, refuse_overwriting, tell_passed_over,
};
pub(super) use problems::{Plan, Proofs};
pub(super) use refuse::refuse_unquoted;
#[cfg(feature = "serve")]
pub(super) use refuse::{how_many, refuse_impossible};
pub(super) use settings::set_color;
