//! Tells at the end of `cargo test` which tests take longer.

const NOTICE: &str = "
These were the quick tests. The longer ones, all of them run by `.ci/run`:
  cargo test -p tsume-long-tests      other engines, duels with brute force, fuzzing, memory
  cargo test -- --ignored             rows of whole tables, deep counts, large inputs
  cargo test --workspace --doc        examples in the documentation
  tests/{checker,interop,python,browser}/run.sh
";

fn main() {
    // Whoever asks for some tests, or for a list of them, knows what he wants.
    if std::env::args().nth(1).is_none() {
        print!("{NOTICE}");
    }
}
