//! The words of a book of problems.

sentences! {
    /// Returns the length as magazines print it.
    mate_in(length): "mate in {length}", "{length}手詰";
    /// Returns the length of a brinkmate problem as books print it.
    brinkmate_in(length): "brinkmate in {length}", "{length}手必至";
    /// Returns the number of inputs that are not in the book because they could not be read, in words.
    left_out(count): "{count} left out, which could not be read", "読めなかった入力{count}件を除く";
}
