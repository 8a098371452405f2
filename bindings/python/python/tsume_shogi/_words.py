"""The closed lists of words in answers. Every member equals its word, as in the JSON."""

from enum import Enum

from . import _native


class Word(str, Enum):
    """A word of a closed list."""

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, spec: str) -> str:
        return format(str(self.value), spec)


class Status(Word):
    """Whether the work on a problem was completed."""

    DONE = "done"
    LIMIT = "limit"
    ERROR = "error"


class Verdict(Word):
    """The answer. :func:`check` says ``sound``, ``blemished`` or ``flawed`` instead of ``mate``."""

    MATE = "mate"
    SOUND = "sound"
    BLEMISHED = "blemished"
    FLAWED = "flawed"
    NO_MATE = "no_mate"
    BRINKMATE = "brinkmate"
    THREATMATE = "threatmate"
    NO_BRINKMATE = "no_brinkmate"
    NO_THREAT = "no_threat"
    UNKNOWN = "unknown"
    ERROR = "error"

    @property
    def japanese(self) -> str:
        """The Japanese term, such as 完全作."""
        return _native.verdicts()[self.value]


class Goal(Word):
    """What is asked about a position."""

    MATE = "mate"
    BRINKMATE = "brinkmate"
    THREATMATE = "threatmate"


class Limit(Word):
    """The limit that ended a search, or left something open."""

    TIME = "time"
    NODES = "nodes"
    MEMORY = "memory"
    INTERRUPT = "interrupt"
    SETTLED = "settled"


class Grade(Word):
    """The grade of a finding under the rules."""

    FATAL = "fatal"
    BLEMISH = "blemish"
    MINOR = "minor"
    REMARK = "remark"


class Kind(Word):
    """The kind of a finding: of one about the composition, or of a note about the input or the line.

    The kinds about the composition come first, the gravest before the others.
    """

    NO_MATE = "no_mate"
    NO_BRINKMATE = "no_brinkmate"
    PLAIN_MATE = "plain_mate"
    EARLY_MATE = "early_mate"
    COOK = "cook"
    LEFTOVER = "leftover"
    LONGER_VARIATION = "longer_variation"
    LONGER_PROMOTION_DUAL = "longer_promotion_dual"
    TRANSPOSITION = "transposition"
    REJOINING_DETOUR = "rejoining_detour"
    EQUAL_VARIATION_COOK = "equal_variation_cook"
    EXTRA_BRINKMATE = "extra_brinkmate"
    IDLE_PIECE = "idle_piece"
    AUTHOR_LINE = "author_line"
    LAST_MOVE_LEFTOVER = "last_move_leftover"
    EQUAL_VARIATION = "equal_variation"
    RETURNING_DETOUR = "returning_detour"
    PROMOTION_DUAL = "promotion_dual"
    DISTANCE_DUAL = "distance_dual"
    LONG_LAST_MOVE_DUAL = "long_last_move_dual"
    GREY_INTERPOSITION = "grey_interposition"
    LAST_MOVE_DUAL = "last_move_dual"
    INTERPOSITION_CHOICE = "interposition_choice"
    MIRROR_DUAL = "mirror_dual"
    VARIATION_COOK = "variation_cook"
    DEFENDER_HAND_FILLED_IN = "defender_hand_filled_in"
    PIECES_MISSING = "pieces_missing"
    ATTACKER_IN_CHECK = "attacker_in_check"
    DUPLICATE = "duplicate"
    LINE = "line"
    AUTHORS_LINE = "authors_line"
    RECORD = "record"

    @property
    def japanese(self) -> str:
        """The Japanese term, such as 余詰; empty for notes that are not about the composition."""
        return _TERMS.get(self.value, ("", ""))[0]

    @property
    def english(self) -> str:
        """The English name, such as ``cook``."""
        return _TERMS.get(self.value, ("", self.value.replace("_", " ")))[1]


_TERMS = {word: (japanese, english) for word, japanese, english in _native.terms()}


class Compared(Word):
    """A claim of the input that is compared with the answer."""

    VERDICT = "verdict"
    PLIES = "plies"
    LINE = "line"


class ErrorKind(Word):
    """The kind of an error."""

    SFEN = "sfen"
    ILLEGAL = "illegal"
    UTF8 = "utf8"
    LINE_TOO_LONG = "line_too_long"
    RECORD = "record"
    IO = "io"
    TRY = "try"
    INTERNAL = "internal"


class LineEnd(Word):
    """Why a refutation ends."""

    NO_CHECK = "no_check"
    REPETITION = "repetition"
    CHECKS_LEFT = "checks_left"


class Taker(Word):
    """The piece that captures an interposed one."""

    CHECKER = "checker"
    OTHER = "other"


class GreyClass(Word):
    """A class of interpositions on which opinions differ."""

    NEW_REPLY = "new_reply"
    DOUBLE_CHECK = "double_check"
    DISCOVERED_CHECK = "discovered_check"
    OTHER_PIECE = "other_piece"


class QuestionKind(Word):
    """A question about a whole composition, which was not decided within the limits."""

    SOLUTION = "solution"
    LENGTH = "length"
    LINE = "line"
    STATED_LENGTH = "stated_length"
    LEFTOVER = "leftover"
    GREY_INTERPOSITIONS = "grey_interpositions"
    IDLE_PIECE = "idle_piece"


class Side(Word):
    """The side that attacks."""

    BLACK = "black"
    WHITE = "white"


class Claim(Word):
    """A kind of claim that a certificate proves."""

    MATE_WITHIN = "mate_within"
    NO_MATE = "no_mate"
    NO_MATE_WITHIN = "no_mate_within"
    COMPOSED_MATE_WITHIN = "composed_mate_within"
    NO_COMPOSED_MATE_WITHIN = "no_composed_mate_within"
    BRINKMATE_WITHIN = "brinkmate_within"
    NO_BRINKMATE_WITHIN = "no_brinkmate_within"


class Stage(Word):
    """What a running search is working on."""

    LENGTH = "length"
    MAIN_LINE = "main_line"
    STRICT_LENGTH = "strict_length"
    OTHER_CHECKS = "other_checks"
    IDLE_PIECES = "idle_pieces"
    CERTIFICATE = "certificate"


class Outcome(Word):
    """The result of a comparison of two versions."""

    SAME = "same"
    BETTER = "better"
    WORSE = "worse"
    CHANGED = "changed"
    UNKNOWN = "unknown"
    ONLY_OLD = "only_old"
    ONLY_NEW = "only_new"


class Aspect(Word):
    """A part of an answer that is compared."""

    SFEN = "sfen"
    GOAL = "goal"
    VERDICT = "verdict"
    PLIES = "plies"
    PLIES_AT_MOST = "plies_at_most"
    LEFTOVER = "leftover"
    SOLUTION = "solution"
    FINDINGS = "findings"
    UNEXPECTED = "unexpected"
    RULES = "rules"
    ERROR = "error"


class ChangeKind(Word):
    """A change from one diagram to another."""

    MOVED = "moved"
    REPLACED = "replaced"
    REMOVED = "removed"
    ADDED = "added"
    HAND = "hand"
    TURN = "turn"


class EditKind(Word):
    """A sort of change that a repair makes.

    A piece of either side is added, removed, moved, exchanged for another kind or promoted or not
    (``swap``), or given to the other side (``side``); a hand has a piece more or less; the whole
    diagram is shifted.
    """

    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    SWAP = "swap"
    SIDE = "side"
    HAND = "hand"
    SHIFT = "shift"


class Interpositions(Word):
    """Which interpositions (合駒) count as futile (無駄合)."""

    OFF = "off"
    TERMINAL = "terminal"
    STANDARD = "standard"
    BROAD = "broad"


class Allowance(Word):
    """What composed problems may have, though solvers find it dull."""

    CAPTURES = "captures"
    PROMOTED = "promoted"
    PLAIN = "plain"


class Rules(Word):
    """The profile of rules by which compositions are judged."""

    UNIQUE = "unique"
    STRICT = "strict"
    STANDARD = "standard"
    LENIENT = "lenient"
