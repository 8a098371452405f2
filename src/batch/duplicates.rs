//! Finds duplicates: problems with the same position as an earlier one, perhaps mirrored or with colours
//! exchanged.
//!
//! For each problem four things are kept: a hash of its position, a hash of the author's line and length, its id,
//! and the answer in a few numbers. The first hash has 128 bits, so that collisions can be ignored. Together they
//! take 100 to 200 bytes, with the empty space of a hash table.

use crate::answer::{Finding, Row, kinds};
use crate::composition::{Author, Problem};
use crate::judge::{Complaint, ParsedProblem, row_of_duplicate};
use crate::notation::sfen;
use crate::shogi::Color;
use crate::vocabulary::{Goal, Limit, Status, Verdict, Word};
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU16;

/// Returns a hash that is the same in every run of this program.
pub(super) fn fingerprint(it: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    it.hash(&mut hasher);
    hasher.finish()
}

/// Two hashes by which problems are compared: of the position, and of the author's claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// A hash of the position with the attacker as Black, or of its mirror image if its SFEN sorts before.
    position: [u64; 2],
    /// The author's line and length, on which the verdict depends as well.
    author: u64,
    mirrored: bool,
    turned: bool,
}

impl Identity {
    /// Returns the identity of a problem with this goal, and this author's line and length. The same
    /// position with another goal is another problem.
    #[must_use]
    pub fn new(problem: &Problem, goal: Goal, author: &Author) -> Self {
        let [plain, mirrored] = problem.images(&author.line);
        let (plain_text, mirrored_text) = (sfen::write(&plain.setup), sfen::write(&mirrored.setup));
        let (image, text) = if mirrored_text < plain_text {
            (mirrored, mirrored_text)
        } else {
            (plain, plain_text)
        };
        let line = image.line.iter().map(|mv| mv.bits());
        // A goal other than a mate is part of the position.
        let position = |half: u8| match goal {
            Goal::Mate => fingerprint((half, &text)),
            goal => fingerprint((half, &text, goal.word())),
        };
        Self {
            position: [0, 1].map(position),
            author: fingerprint((line.collect::<Vec<_>>(), author.plies, author.broken)),
            mirrored: image.is_mirrored,
            turned: problem.attacker() == Color::White,
        }
    }
}

/// An earlier problem with the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicate {
    /// The id.
    pub of: String,
    /// Whether one is the mirror image of the other.
    pub mirrored: bool,
    /// Whether their colours are exchanged.
    pub turned: bool,
    /// The place of the earlier answer, if it holds here, too: the author must claim the same line and length.
    pub answer: Option<usize>,
}

impl Duplicate {
    /// Makes a duplicate of the problem with this id, without the place of an answer.
    #[must_use]
    pub const fn new(of: String, mirrored: bool, turned: bool) -> Self {
        Self {
            of,
            mirrored,
            turned,
            answer: None,
        }
    }

    /// Writes into the row of a problem that it is this duplicate.
    pub fn note(&self, row: &mut Row) {
        row.duplicate_of = Some(self.of.clone());
        let note = Finding::duplicate(&self.of, self.mirrored, self.turned);
        row.notes.push(note);
    }

    /// Returns the row of the duplicate, with the answer to the earlier problem. The complaints are about its own
    /// record.
    #[must_use]
    pub fn row(
        &self,
        parsed: &ParsedProblem,
        answer: CachedVerdict,
        rules: &str,
        limits: &str,
    ) -> (Row, Vec<Complaint>) {
        let sfen = sfen::write(parsed.problem.setup());
        let mut row = answer.row(parsed.id.clone(), sfen, rules.to_owned());
        row.limits = Some(limits.to_owned());
        let (mut row, complaints) = row_of_duplicate(parsed, row);
        self.note(&mut row);
        (row, complaints)
    }
}

/// A problem that was seen in this run.
#[derive(Debug)]
struct Seen {
    id: Box<str>,
    author: u64,
    mirrored: bool,
    turned: bool,
    /// The place of its answer in [`CachedVerdicts`].
    place: u32,
}

/// The problems so far.
#[derive(Debug, Default)]
pub struct Duplicates(HashMap<[u64; 2], Seen>);

impl Duplicates {
    /// Begins without a problem.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a new problem, and returns the place for its answer. `None` after 2³² problems.
    ///
    /// # Errors
    /// The duplicate, if there is an earlier problem with this position.
    pub fn add(&mut self, id: &str, identity: Identity) -> Result<Option<usize>, Duplicate> {
        if let Some(seen) = self.0.get(&identity.position) {
            return Err(Duplicate {
                of: seen.id.to_string(),
                mirrored: seen.mirrored != identity.mirrored,
                turned: seen.turned != identity.turned,
                answer: (seen.author == identity.author).then_some(seen.place as usize),
            });
        }
        let Ok(place) = u32::try_from(self.0.len()) else {
            return Ok(None);
        };
        let seen = Seen {
            id: id.into(),
            author: identity.author,
            mirrored: identity.mirrored,
            turned: identity.turned,
            place,
        };
        self.0.insert(identity.position, seen);
        Ok(Some(place as usize))
    }
}

/// The answer of a row in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CachedVerdict {
    status: Status,
    verdict: Verdict,
    limit: Option<Limit>,
    plies: Option<Plies>,
    plies_strict: Option<Plies>,
    plies_at_most: Option<Plies>,
    kinds: Kinds,
}

/// A set of the keys in [`kinds`], one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kinds(u32);

impl Kinds {
    fn new<'a>(found: impl Iterator<Item = &'a str>) -> Self {
        let bits = found.filter_map(|it| kinds().position(|kind| kind == it));
        Self(bits.fold(0, |all, bit| all | 1 << bit))
    }

    fn iter(self) -> impl Iterator<Item = &'static str> {
        let all = kinds().enumerate();
        all.filter_map(move |(bit, kind)| (self.0 >> bit & 1 == 1).then_some(kind))
    }
}

/// A length plus one, so that an `Option` of it takes two bytes as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plies(NonZeroU16);

impl Plies {
    /// Makes a length. `None` above 65,534 plies, which no known mate has.
    fn new(plies: u32) -> Option<Self> {
        let plus_one = u16::try_from(plies.checked_add(1)?).ok()?;
        NonZeroU16::new(plus_one).map(Self)
    }

    fn get(self) -> u32 {
        u32::from(self.0.get()) - 1
    }
}

impl CachedVerdict {
    /// Returns the answer of a row. `None` if the row is an error, or if the run was interrupted.
    #[must_use]
    pub fn of(row: &Row) -> Option<Self> {
        if row.status == Status::Error || row.is_interrupted() {
            return None;
        }
        let short = |plies: Option<u32>| plies.and_then(Plies::new);
        Some(Self {
            status: row.status,
            verdict: row.verdict,
            limit: row.limit,
            plies: short(row.plies),
            plies_strict: short(row.plies_strict),
            plies_at_most: short(row.plies_at_most),
            kinds: Kinds::new(row.finding_kinds()),
        })
    }

    /// The number of bytes of an answer for other machines.
    pub const BYTES: usize = 13;

    /// Returns the answer in bytes, for other machines of a run. The first byte is from 1 to 254.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[0] = place_in_list(self.verdict) + 1;
        bytes[1] = place_in_list(self.status);
        bytes[2] = self.limit.map_or(0, |it| place_in_list(it) + 1);
        let lengths = [self.plies, self.plies_strict, self.plies_at_most];
        for (pair, plies) in bytes[3..9].chunks_exact_mut(2).zip(lengths) {
            pair.copy_from_slice(&plies.map_or(0, |it| it.0.get()).to_le_bytes());
        }
        bytes[9..].copy_from_slice(&self.kinds.0.to_le_bytes());
        bytes
    }

    /// Reads an answer that [`CachedVerdict::to_bytes`] wrote. `None` for other bytes.
    #[must_use]
    pub fn of_bytes(bytes: [u8; Self::BYTES]) -> Option<Self> {
        let plies = |at: usize| {
            let plus_one = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            NonZeroU16::new(plus_one).map(Plies)
        };
        let limit = match bytes[2].checked_sub(1) {
            Some(place) => Some(*Limit::ALL.get(usize::from(place))?),
            None => None,
        };
        Some(Self {
            verdict: *Verdict::ALL.get(usize::from(bytes[0].checked_sub(1)?))?,
            status: *Status::ALL.get(usize::from(bytes[1]))?,
            limit,
            plies: plies(3),
            plies_strict: plies(5),
            plies_at_most: plies(7),
            kinds: Kinds(u32::from_le_bytes([
                bytes[9], bytes[10], bytes[11], bytes[12],
            ])),
        })
    }

    /// Returns the kinds of the findings.
    #[must_use]
    pub fn found(self) -> Vec<Cow<'static, str>> {
        self.kinds.iter().map(Cow::Borrowed).collect()
    }

    /// Returns a row with the same answer to another problem.
    #[must_use]
    pub fn row(self, id: String, sfen: String, rules: String) -> Row {
        Row {
            sfen: Some(sfen),
            plies: self.plies.map(Plies::get),
            plies_strict: self.plies_strict.map(Plies::get),
            plies_at_most: self.plies_at_most.map(Plies::get),
            limit: self.limit,
            rules,
            found_before: self.found(),
            ..Row::empty(id, self.status, self.verdict)
        }
    }
}

/// Returns the index of a word in its list.
fn place_in_list<T: Word>(word: T) -> u8 {
    let place = T::ALL.iter().position(|it| *it == word);
    place.map_or(0, |it| it as u8)
}

/// The answer to a problem that may have duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// The problem has no row yet.
    #[default]
    Pending,
    /// The row does not hold for duplicates: each of them is judged.
    NotShared,
    /// The row has this answer.
    Known(CachedVerdict),
}

/// The answers of a run, by the places that [`Duplicates`] gives to the problems.
#[derive(Debug, Default)]
pub struct CachedVerdicts(Vec<Answer>);

impl CachedVerdicts {
    /// Keeps the answer of a row, if it has one.
    pub fn set(&mut self, place: usize, verdict: Option<CachedVerdict>) {
        if self.0.len() <= place {
            self.0.resize(place + 1, Answer::Pending);
        }
        self.0[place] = verdict.map_or(Answer::NotShared, Answer::Known);
    }

    /// Returns the answer of the row, if there is one yet.
    #[must_use]
    pub fn get(&self, place: usize) -> Answer {
        self.0.get(place).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::{AttackerRule, DefenderHandRule};
    use crate::shogi::Move;

    fn problem(text: &str) -> Problem {
        let setup = sfen::parse(text).unwrap().setup;
        Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap()
    }

    #[test]
    fn an_answer_is_the_same_on_another_machine() {
        let mut row = Row::empty("x".to_owned(), Status::Limit, Verdict::Flawed);
        (row.plies, row.limit) = (Some(3), Some(Limit::Nodes));
        row.found_before = vec!["early_mate".into(), "cook".into()];
        let answer = CachedVerdict::of(&row).unwrap();
        assert_eq!(answer.found(), ["early_mate", "cook"]);
        assert_eq!(CachedVerdict::of_bytes(answer.to_bytes()), Some(answer));
        for other in [[0; CachedVerdict::BYTES], [255; CachedVerdict::BYTES]] {
            assert_eq!(CachedVerdict::of_bytes(other), None);
        }
    }

    fn look(seen: &mut Duplicates, id: &str, text: &str, plies: Option<u32>) -> Option<Duplicate> {
        let author = Author {
            plies,
            ..Author::default()
        };
        seen.add(id, Identity::new(&problem(text), Goal::Mate, &author))
            .err()
    }

    #[test]
    fn a_position_is_known_again_mirrored_and_with_colours_turned() {
        let mut seen = Duplicates::new();
        let first = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
        assert_eq!(look(&mut seen, "名前", first, None), None);
        assert_eq!(
            look(&mut seen, "other", "4k4/9/4P4/9/9/9/9/9/9 b G 1", None),
            None
        );
        for (text, mirrored, turned) in [
            (first, false, false),
            (
                "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b 2rb2g4s4n4l15p 1",
                true,
                false,
            ),
            (
                "9/6b2/9/9/9/pp7/g1p6/1G7/K8 w 2RB2G4S4N4L15P 1",
                false,
                true,
            ),
            ("9/2b6/9/9/9/7pp/6p1g/7G1/8K w 2RB2G4S4N4L15P 1", true, true),
        ] {
            let again = look(&mut seen, "x", text, None).unwrap();
            assert_eq!(again.of, "名前");
            assert_eq!((again.mirrored, again.turned), (mirrored, turned), "{text}");
            assert_eq!(again.answer, Some(0));
        }
        // Another claim of the author may have another verdict.
        let again = look(&mut seen, "x", first, Some(9)).unwrap();
        assert_eq!(again.answer, None);
        // A piece more in hand is another position.
        let other = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b P2rb2g4s4n4l14p 1";
        assert_eq!(look(&mut seen, "x", other, None), None);
    }

    #[test]
    fn the_line_of_the_author_is_mirrored_with_the_position() {
        let one = problem("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1");
        let other = problem("k8/1g7/G1P6/PP7/9/9/9/6B2/9 b 2rb2g4s4n4l15p 1");
        let line = vec![crate::notation::usi::parse_move("7h1b+").unwrap()];
        let says = |line: &[Move]| Author {
            line: line.to_vec(),
            ..Author::default()
        };
        let identity = Identity::new(&one, Goal::Mate, &says(&line));
        let mirrored = line.iter().map(|mv| mv.mirror()).collect::<Vec<_>>();
        assert_eq!(crate::notation::usi::write_move(mirrored[0]), "3h9b+");
        let same = Identity::new(&other, Goal::Mate, &says(&mirrored));
        assert_eq!(
            (identity.position, identity.author),
            (same.position, same.author)
        );
        let wrong = Identity::new(&other, Goal::Mate, &says(&line));
        assert_ne!(identity.author, wrong.author);
    }

    #[test]
    fn an_answer_that_is_pending_differs_from_one_that_is_not_shared() {
        let mut verdicts = CachedVerdicts::default();
        verdicts.set(1, None);
        assert_eq!(verdicts.get(0), Answer::Pending);
        assert_eq!(verdicts.get(1), Answer::NotShared);
        assert_eq!(verdicts.get(2), Answer::Pending);
        let row = Row::empty("x".to_owned(), Status::Done, Verdict::Sound);
        verdicts.set(0, CachedVerdict::of(&row));
        assert!(matches!(verdicts.get(0), Answer::Known(_)));
    }

    #[test]
    fn lengths_are_kept_in_little_room() {
        assert_eq!(size_of::<Answer>(), 16);
        assert_eq!(size_of::<([u64; 2], Seen)>(), 48);
        for plies in [0, 1, 1525, 65_534] {
            assert_eq!(Plies::new(plies).map(Plies::get), Some(plies));
        }
        // Every kind has its bit.
        let all: Vec<_> = kinds().collect();
        assert!(all.len() <= 32);
        assert_eq!(
            Kinds::new(all.iter().copied()).iter().collect::<Vec<_>>(),
            all
        );
        assert_eq!(
            Kinds::new(["cook", "none"].into_iter())
                .iter()
                .collect::<Vec<_>>(),
            ["cook"]
        );
        assert_eq!(Plies::new(65_535), None);
        assert_eq!(Plies::new(u32::MAX), None);
    }
}
