//! Tells at the end of `cargo test` which tests take longer.

const NOTICE: &str = "
These were the quick tests. The longer ones, which `.ci/run` runs as well:
  cargo test -p tsume-long-tests               other engines, duels with brute force, damaged input, memory
  cargo test -- --ignored --skip by_hand       tables, deep counts, large inputs, some seconds each
  cargo test --workspace --doc                 the examples in the documentation
  tests/{checker,interop,python,browser}/*.sh  a second checker, other programs, the package, the pages
";

fn main() {
    // Whoever asks for some tests, or for a list of them, knows what he wants.
    if std::env::args().nth(1).is_none() {
        print!("{NOTICE}");
    }
}
