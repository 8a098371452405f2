//! Complaints: messages about one record for the person who wrote it.

use crate::answer::errors::{of_help, of_record, of_sfen};
use crate::answer::taken::of_taken;
use crate::answer::{Finding, RowError, printable};
use crate::composition::Problem;
use crate::input::TextPlace;
use crate::notation::record::{Places, RecordError};
use crate::notation::sfen::SfenError;
use crate::notation::{Help, japanese};
use crate::said::Said;
use crate::vocabulary::{ErrorKind, NoteKind};
use std::ops::Range;

says! {
    line(): "line", "手順";
    branch(): "branch", "変化";
    left_out(what, reason): "the {what} is left out from here on: {reason}", "{what}をここから省略する：{reason}";
    no_turn(): "no side to move is written: White is to move, since the only king is Black's",
        "手番が書かれていない：玉が先手にしかないので、後手番（攻方は後手）とした";
    write_turn(): "a line `先手番` or `後手番` names the side to move", "先手番、後手番の行を書けば、そのとおりになる";
    hand_is_filled_in(): "the defender holds the rest of the pieces, as always in tsume problems, although the record says none",
        "玉方の持駒は「なし」と書かれているが、詰将棋の決まりで残り全部とした";
    give_hand(): "`--defender-hand given` takes it as it is written", "書かれているとおりにするには --defender-hand given";
    are_nowhere(pieces): "pieces that are neither on the board nor in hand: {pieces}", "盤上にも持駒にもない駒：{pieces}";
    fill_in_hand(): "`--defender-hand rest` gives them to the defender", "玉方の持駒にするには --defender-hand rest";
    is_game(handicap): "this is the record of a game ({handicap}), not a problem: it begins with its initial position",
        "対局（{handicap}）の棋譜で、問題ではない（初期局面から始まっている）";
    give_position(): "give the position from which the mate is to be found; `tsume show --ply N` draws that of a game",
        "詰みを求める局面を渡す。対局の途中の局面は tsume show --ply N で分かる";
    is_bug(): "this is a bug of the program: please report it", "プログラムの誤りなので、報告してほしい";
    failed(message): "the program failed: {message}", "プログラムの内部で誤りが起きた：{message}";
    finding_is_open(reason): "the proof of a finding fails, so the finding is left open ({reason})",
        "指摘の証明が成り立たないので、未解決とした（{reason}）";
}

/// What a message means for a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageLevel {
    /// The problem is as it was meant; the message says how it was read.
    Note,
    /// The problem is worked on, but without a part of the record, or as something else.
    Warning,
    /// The problem cannot be worked on.
    Error,
}

/// A message about one record of the input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Complaint {
    /// What it means for the problem.
    pub level: MessageLevel,
    /// The message.
    pub message: Said,
    /// The place in the text of the record, in bytes.
    pub span: Option<Range<usize>>,
    /// Advice on how to correct it.
    pub help: Option<Said>,
}

impl Complaint {
    /// Returns an error without a place: the problem cannot be worked on.
    #[must_use]
    pub fn error(message: impl Into<Said>) -> Self {
        Self {
            level: MessageLevel::Error,
            message: message.into().with_short_quotes(),
            span: None,
            help: None,
        }
    }

    /// Returns the complaint with its place in a text, whose first line has this number.
    #[must_use]
    pub fn in_text(&self, text: &str, first: usize) -> Said {
        let place = self
            .span
            .as_ref()
            .map(|span| TextPlace::new(text, span, first));
        self.in_words(place.as_ref())
    }

    /// Returns the complaint with its place, the line there with a mark under the place, and the advice.
    #[must_use]
    pub fn in_words(&self, place: Option<&TextPlace>) -> Said {
        let span = place.map(TextPlace::bytes);
        let mut error = RowError::new(ErrorKind::Record, self.message.clone(), span);
        if let Some(place) = place {
            error.locate(&place.excerpt, place.line);
        }
        Said::of(|lang| {
            let level = lang.of(match self.level {
                MessageLevel::Note => ["note: ", "注："],
                MessageLevel::Warning => ["warning: ", "警告："],
                MessageLevel::Error => ["error: ", "エラー："],
            });
            let mut words = level.to_owned() + &error.with_place(lang);
            if let Some(excerpt) = &error.excerpt {
                words.extend(["\n\n", excerpt]);
            }
            if let Some(help) = &self.help {
                let help = printable(help.in_lang(lang));
                words += &both!(lang, "\nhelp: {help}", "\nヒント：{help}");
            }
            words
        })
    }

    /// Returns a warning without a place: the problem is worked on all the same.
    #[must_use]
    pub fn warning(message: impl Into<Said>) -> Self {
        Self {
            level: MessageLevel::Warning,
            ..Self::error(message)
        }
    }

    /// Adds the place, in bytes of the text.
    #[must_use]
    pub fn at(self, span: impl Into<Option<Range<usize>>>) -> Self {
        Self {
            span: span.into(),
            ..self
        }
    }

    /// Adds advice on how to correct the record.
    #[must_use]
    pub fn with_help(self, help: impl Into<Option<Said>>) -> Self {
        Self {
            help: help.into(),
            ..self
        }
    }

    /// Returns a note without a place: the problem is as it was meant.
    fn remark(message: Said) -> Self {
        Self {
            level: MessageLevel::Note,
            ..Self::error(message)
        }
    }

    /// Returns the complaint, at this level, about a malformed or illegal diagram or line.
    #[must_use]
    pub fn of_sfen(error: &SfenError, level: MessageLevel) -> Self {
        Self {
            level,
            ..Self::error(of_sfen(&error.kind))
        }
        .at(error.span.clone())
        .with_help(error.help.map(of_help))
    }

    /// Returns the complaint that a line was left out from this move on.
    #[must_use]
    pub fn of_broken_line(error: &SfenError) -> Self {
        Self::left_out(line(), of_sfen(&error.kind), error.span.clone(), error.help)
    }

    /// Returns a complaint for each move of a record that was left out with all moves after it.
    #[must_use]
    pub fn of_places(places: &Places) -> Vec<Self> {
        let complaint = |part, error: &RecordError| {
            Self::left_out(part, of_record(&error.kind), error.span.clone(), error.help)
        };
        let line = places.broken.iter().map(|it| complaint(line(), it));
        let branches = places.left_out.iter().map(|it| complaint(branch(), it));
        line.chain(branches).collect()
    }

    /// Returns the complaint that a part of a record, its line or a branch, is left out from a place on.
    fn left_out(part: Said, reason: Said, span: Range<usize>, help: Option<Help>) -> Self {
        let complaint = Self::warning(left_out(part, reason));
        complaint.at(span).with_help(help.map(of_help))
    }

    /// Returns the notes on a record found in a free text: how its parts were understood, and which lines near
    /// the position were left out.
    #[must_use]
    pub fn of_taken(places: &Places) -> Vec<Self> {
        let taken = places.taken.iter().map(|it| Self::remark(of_taken(it)));
        let notes = places.notes.iter();
        let left_out = notes.map(|it| Self::remark(of_record(&it.kind)).at(it.span.clone()));
        taken.chain(left_out).collect()
    }

    /// Returns the complaints about a diagram that is not read as written: about its side to move, an empty hand
    /// of the defender, and missing pieces.
    #[must_use]
    pub fn of_diagram(places: &Places, problem: &Problem) -> Vec<Self> {
        let parts = [
            Self::of_turn(places),
            Self::of_empty_hand(places, problem),
            Self::of_missing(places, problem),
        ];
        parts.into_iter().flatten().collect()
    }

    /// Returns the complaint that the side to move is not written, and follows from the only king.
    #[must_use]
    pub fn of_turn(places: &Places) -> Option<Self> {
        let complaint = Self::warning(no_turn()).at(places.turn.clone());
        (places.is_turn_deduced).then_some(complaint.with_help(write_turn()))
    }

    /// Returns the complaint that a record gives the defender no pieces, and that he holds the rest all the
    /// same.
    fn of_empty_hand(places: &Places, problem: &Problem) -> Option<Self> {
        let defender = problem.attacker().flip();
        let mut hands = places.empty_hands.iter();
        let (_, span) = hands.find(|(holder, _)| *holder == defender)?;
        let is_filled_in = !problem.setup().hands[defender.index()].is_empty();
        let complaint = Self::warning(hand_is_filled_in()).at(span.clone());
        is_filled_in.then_some(complaint.with_help(give_hand()))
    }

    /// Returns the note on pieces that are neither on the board nor in a hand.
    fn of_missing(places: &Places, problem: &Problem) -> Option<Self> {
        let missing = problem.setup().missing();
        let mut hands = places.held.iter();
        let hand = hands.find(|(holder, ..)| *holder != problem.attacker());
        let note = Self::remark(are_nowhere(japanese::hand(missing)));
        let note = note.at(hand.map(|(_, _, span)| span.clone()));
        (!missing.is_empty()).then_some(note.with_help(fill_in_hand()))
    }

    /// Returns the complaint that a diagram is the initial position of a game with this handicap.
    #[must_use]
    pub fn of_game(handicap: &str) -> Self {
        Self::error(is_game(handicap)).with_help(give_position())
    }

    /// Returns the complaint about a bug of the program.
    #[must_use]
    pub fn of_bug(message: Said) -> Self {
        Self::error(message).with_help(is_bug())
    }

    /// Returns the complaint about a panic with this message.
    #[must_use]
    pub fn of_panic(message: &str) -> Self {
        Self::of_bug(failed(message))
    }

    /// Returns the complaint that the independent checker contradicts a finding, which is therefore left open.
    #[must_use]
    pub fn of_proof(reason: &str) -> Self {
        Self::of_bug(finding_is_open(reason))
    }

    /// Returns the note for the row with the same message.
    #[must_use]
    pub fn note(&self) -> Finding {
        Finding::note(NoteKind::Record, self.message.clone())
    }
}
