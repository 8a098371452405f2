# Generated: maturin generate-stubs -F stubs
from _typeshed import Incomplete, SupportsGetItem
from os import PathLike
from typing import Any, Final, SupportsFloat, SupportsIndex, final

__all__ = ["ANSWER_BYTES", "VERSION", "Claims", "Compositions", "Feed", "Many", "Problem", "Reader", "Row", "RowStream", "Solver", "Works", "answer_of", "compare", "comparison_text", "counts", "describe", "drawn", "page", "pairs", "read_path", "read_stream", "read_text", "repairs", "row_of_duplicate", "row_of_failure", "row_of_run", "run", "summary", "terms", "verdicts", "verify"]

ANSWER_BYTES: Final[int]
"""
The number of bytes of an answer.
"""

VERSION: Final[str]
"""
The version of the solver.
"""

@final
class Claims:
    """
    The claims of checked certificates, by problem.
    """
    def about(self, /, problem: Problem) -> tuple[bool, int | None, int | None, int | None, bool]:
        """
        What they prove about a problem.
        """

@final
class Compositions:
    """
    An iterator of the rows of composed problems.
    """
    def __iter__(self, /) -> Compositions: ...
    def __new__(cls, /, wishes: Incomplete, given: SupportsGetItem[int, Problem], not_like: Works | None = None) -> Compositions: ...
    def __next__(self, /) -> Row: ...
    @property
    def attempts(self, /) -> int:
        """
        The number of attempts so far.
        """
    def close(self, /) -> None:
        """
        Ends the attempts under way. There are no more rows.
        """

@final
class Feed:
    """
    All problems of a run, from several sources. Ids are unique in the run, and duplicates are found.
    """
    def __new__(cls, /) -> Feed: ...
    def open_path(self, /, path: str | PathLike[str]) -> None:
        """
        Reads from a file or a folder next.
        """
    def open_stream(self, /, file: Any, name: str, lines: bool = False) -> None:
        """
        Reads from what the method `read` of an object returns next.
        """
    def take(self, /, count: SupportsIndex) -> list[tuple[Problem, str, int | None, tuple[tuple[str, bool, bool], int | None] | None] | Row]:
        """
        Returns up to so many records of the source that was opened; none at its end.
        """

@final
class Many:
    """
    An iterator of rows.
    """
    def __iter__(self, /) -> Many: ...
    def __new__(cls, /, problems: Any, asked: Incomplete, hash_bytes: SupportsIndex, jobs: SupportsIndex, ordered: bool, duplicates: str) -> Many: ...
    def __next__(self, /) -> Row: ...
    def close(self, /) -> None:
        """
        Ends the searches under way. There are no more rows.
        """

@final
class Problem:
    """
    A problem, and the line with opcodes that it was made of, if it was.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __getstate__(self, /) -> str: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    @property
    def attacker(self, /) -> str: ...
    @property
    def attacker_to_move(self, /) -> bool: ...
    def diagram(self, /, width: SupportsIndex, japanese: bool) -> str:
        """
        The diagram as text, with ANSI colours.
        """
    @property
    def expected_plies(self, /) -> int | None: ...
    @property
    def fields(self, /) -> str | None:
        """
        The other fields of the record, as JSON.
        """
    @property
    def goal(self, /) -> str:
        """
        What is asked.
        """
    @property
    def headers(self, /) -> list[tuple[str, str]]:
        """
        The headers of the record.
        """
    @property
    def id(self, /) -> str | None: ...
    @property
    def moves(self, /) -> list[str]: ...
    def moves_after(self, /, line: SupportsGetItem[int, str]) -> list[str] | None:
        """
        The moves that the rules of tsume allow after a line.
        """
    @staticmethod
    def of_sfen(text: str, id: str | None = None, goal: str | None = None) -> Problem:
        """
        Reads an SFEN of a problem with this goal, or with the one that it names.
        """
    @staticmethod
    def of_state(state: str) -> Problem:
        """
        The problem with this state.
        """
    @property
    def sfen(self, /) -> str: ...
    @property
    def warnings(self, /) -> list[str]: ...
    def with_id(self, /, id: str) -> Problem:
        """
        The same problem under another name.
        """
    def written(self, /, format: str) -> str:
        """
        The problem in a format of records.
        """

@final
class Reader:
    """
    Reads one problem after another.
    """
    def next(self, /) -> Any | None:
        """
        The next problem, or the row of a record that is none; `None` at the end.
        """

@final
class Row:
    """
    A row. The package reads what is asked for most from the getters, the
    rest from the JSON.
    """
    @property
    def error(self, /) -> tuple[str, str, tuple[int, int] | None] | None:
        """
        The kind and the message of the error, and its place in bytes of the input.
        """
    @property
    def goal(self, /) -> str: ...
    @property
    def id(self, /) -> str: ...
    def json(self, /) -> str:
        """
        The row as the command line writes it.
        """
    @property
    def limit(self, /) -> str | None:
        """
        The limit that was reached.
        """
    @property
    def nodes(self, /) -> int: ...
    @staticmethod
    def of_json(text: str) -> Row:
        """
        Reads a row that `json` wrote.
        """
    @property
    def plies(self, /) -> int | None: ...
    @property
    def plies_at_most(self, /) -> int | None: ...
    @property
    def plies_strict(self, /) -> int | None: ...
    @property
    def sfen(self, /) -> str | None: ...
    @property
    def solution(self, /) -> list[str]: ...
    @property
    def status(self, /) -> str: ...
    @property
    def verdict(self, /) -> str: ...

@final
class RowStream:
    """
    Rows that can be read once as Arrow.
    """
    def __arrow_c_schema__(self, /) -> Any:
        """
        The schema.
        """
    def __arrow_c_stream__(self, /, requested_schema: Any | None = None) -> Any:
        """
        The stream of batches.
        """
    def __new__(cls, /, rows: Any) -> RowStream: ...

@final
class Solver:
    """
    A solver with tables of its own.
    """
    def __new__(cls, /, hash_bytes: SupportsIndex, threads: SupportsIndex) -> Solver: ...
    def answer(self, /, problem: Problem, asked: Incomplete, judged: bool, progress: Any | None = None) -> Row:
        """
        Solves a problem, or judges a composition.
        """
    def certify(self, /, problem: Problem, asked: Incomplete, judged: bool, readable: bool, progress: Any | None = None) -> tuple[Row, bytes]:
        """
        Solves or judges a problem, and returns a file of certificates with the row.
        """

@final
class Works:
    """
    Problems, prepared for questions about similar ones.
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, problems: Any) -> Works:
        """
        Takes the problems of an iterator.
        """
    def similar(self, /, problem: Problem, best: SupportsIndex, min_score: SupportsIndex) -> str:
        """
        The works similar to a problem, as JSON.
        """

def answer_of(row: Row) -> bytes | None:
    """
    Returns the answer of a row in bytes. `None` if it holds for no other problem.
    """

def compare(old: Row | None, new: Row | None) -> str:
    """
    Compares two versions of a problem, or tells what is known of the only one. The comparison is JSON.
    """

def comparison_text(old: Row | None, new: Row | None, width: SupportsIndex, japanese: bool) -> str:
    """
    Returns a comparison as text, with ANSI colours.
    """

def counts(rows: SupportsGetItem[int, Row]) -> dict[str, int]:
    """
    Returns the counts of rows by name.
    """

def describe(sfen: str, before: SupportsGetItem[int, str], line: SupportsGetItem[int, str]) -> list[tuple[str, str, str | None, str | None]]:
    """
    Describes the moves of a line, which begins after other moves. A move that cannot be played, and
    all moves after it, are in USI.
    """

def drawn(sfen: str, line: SupportsGetItem[int, str], attacker: str, title: str | None = None, author: str | None = None, plies: SupportsIndex | None = None, goal: str = "mate") -> str:
    """
    Draws a diagram after a line, as SVG.
    """

def page(rows: SupportsGetItem[int, Row], japanese: bool, of: SupportsIndex | None = None) -> str:
    """
    Returns a page with a card for each of these rows. `of` is the number of all rows, if these are
    some of them.
    """

def pairs(old: SupportsGetItem[int, Row], new: SupportsGetItem[int, Row]) -> list[tuple[int | None, int | None]]:
    """
    Returns which problems of two collections belong together: their places in the old and in the new one, `None`
    where there is no other version.
    """

def read_path(path: str | PathLike[str], format: str | None = None) -> Reader:
    """
    Reads a file or a folder.
    """

def read_stream(file: Any, name: str, format: str | None = None) -> Reader:
    """
    Reads what the method `read` of an object returns.
    """

def read_text(text: str, name: str, format: str | None = None) -> Reader:
    """
    Reads a text.
    """

def repairs(problem: Problem, wanted: str, asked: Incomplete, hash_bytes: SupportsIndex, threads: SupportsIndex, jobs: SupportsIndex, progress: Any | None = None) -> tuple[str, list[Row]]:
    """
    Looks for versions of a problem that are sound. `wanted` is the request as JSON. Calls the observer about
    ten times a second. Returns what was found as JSON, and the rows of the versions.
    """

def row_of_duplicate(problem: Problem, answer: bytes, earlier: tuple[str, bool, bool], rules: str, limits: str) -> Row:
    """
    Returns the row of a problem that has the answer of an earlier one, in bytes, by these rules.
    """

def row_of_failure(problem: Problem, english: str, japanese: str) -> Row:
    """
    Returns the row of a problem on which the program failed.
    """

def row_of_run(row: Row, limits: str, earlier: tuple[str, bool, bool] | None = None) -> Row:
    """
    Returns the row of a run with these limits in words, of a problem that may come again.
    """

def run(arguments: SupportsGetItem[int, str]) -> int:
    """
    Runs the command line with these arguments, the first of which is its name, and returns the exit
    status. It takes over the handling of Ctrl-C.
    """

def summary(counts: dict[str, SupportsIndex], seconds: SupportsFloat | SupportsIndex, interrupted: bool, japanese: bool) -> tuple[str, str | None]:
    """
    Returns the summary of these counts in one line, and the counts of defects in another one.
    """

def terms() -> list[tuple[str, str, str]]:
    """
    The kinds of findings, the gravest first: the word, the Japanese term and the English name.
    """

def verdicts() -> dict[str, str]:
    """
    The Japanese term of each verdict, by its word.
    """

def verify(file: bytes) -> tuple[str, Claims]:
    """
    Checks every certificate of a file with the independent checker. The results are JSON. Also returns the
    claims.
    """
