//! Compositions and brinkmates: problems, judgements, questions, repairs, similar works.

mod brinkmate;
mod check;
mod composed;
mod problem;
mod repair;
mod shipped_problems;
mod similar;
