//! A collection of problems, and the search for those that are similar to a given one.

use super::postings::{Bin, Postings};
use super::{Alignment, Arrangement, Difference, Ending, SharedEnding};
use crate::problem::Problem;
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Square};
use rustc_hash::FxHashMap;

/// The most pieces that may leave the board in an alignment that does not lay king on king.
pub const OFF_BOARD: usize = 3;

/// A problem that is compared with others.
#[derive(Clone, Debug)]
pub struct Known {
    /// The pieces.
    pub arrangement: Arrangement,
    /// The main line with the attacker as Black; empty if it is not known.
    pub line: Vec<Move>,
}

impl Known {
    /// Makes it from a problem and its main line, which is empty if it is not known.
    #[must_use]
    pub fn new(problem: &Problem, line: &[Move]) -> Self {
        Self {
            arrangement: Arrangement::from(problem),
            line: problem.for_black(line.to_vec()),
        }
    }
}

/// Which similar problems are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The most problems with similar pieces, and the most others with the same end of the line.
    pub best: usize,
    /// The lowest score of similar pieces.
    pub min_score: u8,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            best: 10,
            min_score: 60,
        }
    }
}

/// A similar problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The number in the collection, from 0.
    pub number: usize,
    /// The differences from the one that was asked about.
    pub difference: Difference,
    /// The plies that both lines end in, if both are known and share enough.
    pub ending: Option<SharedEnding>,
}

/// Many problems, prepared for questions about similar ones.
#[derive(Debug, Default)]
pub struct Collection {
    /// The packed arrangements, one after another.
    packed: Parts<u8>,
    /// The moves of the lines, one line after another.
    lines: Parts<Move>,
    postings: Option<Postings>,
    /// The problems by slot (see `postings`).
    slots: Vec<Slot>,
    /// The keys of endings with the numbers of their problems, in ascending order.
    endings: Vec<(u32, u32)>,
}

/// What a search needs to know of a problem at once.
#[derive(Clone, Copy, Debug)]
struct Slot {
    number: u32,
    hand: Hand,
    king: Square,
    pieces: u8,
}

/// Lists of different lengths, one after another.
#[derive(Debug)]
struct Parts<T> {
    all: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<T> Parts<T> {
    /// Ends a list. What is added to `all` next belongs to another list.
    fn close(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    fn get(&self, index: usize) -> &[T] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start as usize..self.ends[index] as usize]
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.all) + size_of_val(&*self.ends)
    }
}

impl FromIterator<Known> for Collection {
    /// Prepares these problems. A diagram without the defender's king is never found.
    fn from_iter<I: IntoIterator<Item = Known>>(problems: I) -> Self {
        let mut collection = Self::default();
        let (mut kings, mut entries) = (Vec::new(), Vec::new());
        let mut by_number = Vec::new();
        for (number, known) in problems.into_iter().enumerate() {
            let number = number as u32;
            let Known { arrangement, line } = known;
            arrangement.pack(&mut collection.packed.all);
            collection.packed.close();
            if let Some(key) = Ending::new(&arrangement.normalised(), &line).key() {
                collection.endings.push((key, number));
            }
            collection.lines.all.extend(line);
            collection.lines.close();
            let king = arrangement.king().unwrap_or(Square::new(0, 0));
            kings.push(king);
            by_number.push(Slot {
                number,
                hand: arrangement.hand,
                king,
                pieces: arrangement.pieces() as u8,
            });
            let others = arrangement.on_board().filter(|&(_, piece)| piece != KING);
            entries.extend(others.map(|(square, piece)| (Bin::new(piece, square, king), number)));
        }
        collection.endings.sort_unstable();
        let (postings, slot_of) = Postings::new(&kings, &entries);
        collection.slots.clone_from(&by_number);
        for (slot, &problem) in slot_of.iter().zip(&by_number) {
            collection.slots[*slot as usize] = problem;
        }
        collection.postings = Some(postings);
        collection
    }
}

/// The defender's king.
const KING: Piece = Piece::new(Color::White, PieceKind::King);

impl Collection {
    /// Returns the number of problems.
    #[must_use]
    pub fn len(&self) -> usize {
        self.packed.ends.len()
    }

    /// Returns whether there is no problem.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packed.ends.is_empty()
    }

    /// Returns about how many bytes of memory the collection takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.packed.bytes()
            + self.lines.bytes()
            + size_of_val(&*self.slots)
            + size_of_val(&*self.endings)
            + self.postings.as_ref().map_or(0, Postings::bytes)
    }

    /// Returns the packed arrangement of a problem.
    ///
    /// # Panics
    /// If there is no problem with this number.
    #[must_use]
    pub fn packed(&self, number: usize) -> &[u8] {
        self.packed.get(number)
    }

    /// Returns the main line of a problem with the attacker as Black; empty if it is not known.
    ///
    /// # Panics
    /// If there is no problem with this number.
    #[must_use]
    pub fn line(&self, number: usize) -> &[Move] {
        self.lines.get(number)
    }

    /// Returns the arrangement of a problem.
    ///
    /// # Panics
    /// If there is no problem with this number.
    #[must_use]
    pub fn arrangement(&self, number: usize) -> Arrangement {
        let packed = Arrangement::unpack(self.packed(number));
        packed.expect("it was packed from a legal problem")
    }

    /// Returns the problems most similar to `known`: those with the highest scores, highest first, and then
    /// others whose lines end in the same moves, most plies first. Problems for whose numbers `skip` is true
    /// are left out.
    #[must_use]
    pub fn find(&self, known: &Known, wanted: Wanted, skip: &dyn Fn(usize) -> bool) -> Vec<Found> {
        let (Some(postings), Some(king)) = (&self.postings, known.arrangement.king()) else {
            return Vec::new();
        };
        let mut search = Search {
            collection: self,
            postings,
            pieces: known.arrangement.pieces(),
            hand: known.arrangement.hand,
            min_score: u32::from(wanted.min_score.min(100)),
            best: wanted.best,
            hits: FxHashMap::default(),
            counts: vec![0; self.len()],
            skip,
        };
        let others: Vec<_> = known
            .arrangement
            .on_board()
            .filter(|&(_, piece)| piece != KING)
            .collect();
        search.king_on_king(king, &others);
        // The higher the lowest score that still counts, the fewer problems have to be looked at.
        if search.hits.len() > wanted.best {
            search.forget_the_lowest();
        }
        search.other_alignments(&others);
        let ending = Ending::new(&known.arrangement.normalised(), &known.line);
        let mut found = Vec::new();
        for (slot, hit) in search.ranked() {
            let number = self.slots[slot].number as usize;
            let other = self.arrangement(number);
            found.push(Found {
                number,
                difference: Difference::new(&known.arrangement, &other, hit.alignment),
                ending: self.shared_ending(&ending, number, &other),
            });
        }
        found.extend(self.ending_alike(known, &ending, wanted.best, skip, &found));
        found
    }

    /// Returns the plies that a line shares at its end with that of a problem.
    fn shared_ending(
        &self,
        ending: &Ending,
        number: usize,
        other: &Arrangement,
    ) -> Option<SharedEnding> {
        ending.shared(&Ending::new(&other.normalised(), self.line(number)))
    }

    /// Returns the problems whose lines end alike, without those already found.
    fn ending_alike(
        &self,
        known: &Known,
        ending: &Ending,
        best: usize,
        skip: &dyn Fn(usize) -> bool,
        found: &[Found],
    ) -> Vec<Found> {
        let Some(key) = ending.key() else {
            return Vec::new();
        };
        let start = self.endings.partition_point(|&(other, _)| other < key);
        let same = (self.endings[start..].iter()).take_while(|&&(other, _)| other == key);
        let numbers = same.map(|&(_, number)| number as usize);
        let numbers = numbers.filter(|&it| !skip(it) && found.iter().all(|old| old.number != it));
        let alike = numbers.filter_map(|number| {
            let other = self.arrangement(number);
            let shared = self.shared_ending(ending, number, &other)?;
            Some(Found {
                number,
                difference: Difference::new(&known.arrangement, &other, shared.alignment),
                ending: Some(shared),
            })
        });
        let mut alike: Vec<_> = alike.collect();
        alike.sort_by_key(|it| {
            let plies = it.ending.map_or(0, |it| it.plies);
            std::cmp::Reverse((plies, it.difference.score()))
        });
        alike.truncate(best);
        alike
    }
}

/// A problem that may be among the best.
#[derive(Clone, Copy)]
struct Hit {
    /// The share of equal pieces, in millionths.
    share: u32,
    alignment: Alignment,
}

/// The number of counts that are looked at together.
const CHUNK: usize = 256;

/// The search for the highest scores.
struct Search<'a> {
    collection: &'a Collection,
    postings: &'a Postings,
    /// The pieces of the problem that is asked about.
    pieces: u32,
    hand: Hand,
    /// The lowest score that still counts; it rises with what is found.
    min_score: u32,
    best: usize,
    hits: FxHashMap<u32, Hit>,
    /// By slot: how many pieces are equal in the current alignment. All are 0 between two alignments.
    counts: Vec<u8>,
    skip: &'a dyn Fn(usize) -> bool,
}

impl Search<'_> {
    /// Returns the fewest equal pieces with which a problem can still count. It follows from the score, because
    /// the other problem has at least as many pieces as are equal.
    fn fewest(&self) -> u32 {
        (self.min_score * self.pieces).div_ceil(200 - self.min_score)
    }

    /// Considers every alignment that lays king on king.
    fn king_on_king(&mut self, king: Square, others: &[(Square, Piece)]) {
        for target in Square::all() {
            let group = self.postings.group(target);
            if group.is_empty() {
                continue;
            }
            for mirrored in [false, true] {
                let alignment = Alignment::between(king, target, mirrored);
                let fewest = self.fewest().saturating_sub(1 + self.hand.total());
                let on_board = align(alignment, others);
                if on_board.len() < fewest as usize {
                    continue;
                }
                for &(square, piece) in &on_board {
                    for &slot in self.postings.with_king(piece, square, target) {
                        self.counts[slot as usize] += 1;
                    }
                }
                for start in group.clone().step_by(CHUNK) {
                    let end = group.end.min(start + CHUNK);
                    let counts = &mut self.counts[start..end];
                    let highest = counts.iter().copied().fold(0, u8::max);
                    if u32::from(highest) >= fewest {
                        let mut copy = [0; CHUNK];
                        copy[..end - start].copy_from_slice(counts);
                        counts.fill(0);
                        for (offset, &count) in copy[..end - start].iter().enumerate() {
                            if u32::from(count) >= fewest {
                                self.offer(start + offset, u32::from(count) + 1, alignment);
                            }
                        }
                    } else {
                        counts.fill(0);
                    }
                }
            }
        }
    }

    /// Considers all alignments that leave few pieces off the board, wherever the kings are.
    fn other_alignments(&mut self, others: &[(Square, Piece)]) {
        let mut alignments = Vec::new();
        for mirrored in [false, true] {
            for files in -8..=8 {
                for ranks in -8..=8 {
                    alignments.push(Alignment {
                        mirrored,
                        files,
                        ranks,
                    });
                }
            }
        }
        // Near alignments come first: they are likely to score high, which leaves fewer problems to look at.
        alignments.sort_by_key(|it| it.distance());
        for alignment in alignments {
            let on_board = align(alignment, others);
            if on_board.len() + OFF_BOARD >= others.len() {
                self.with_any_king(alignment, on_board);
            }
        }
    }

    /// Considers one alignment, wherever the kings are. A problem with enough equal pieces has at least one
    /// of the rarest, so only the lists of these are read; the other pieces are looked up.
    fn with_any_king(&mut self, alignment: Alignment, mut pieces: Vec<(Square, Piece)>) {
        let fewest = self.fewest().saturating_sub(self.hand.total()).max(1) as usize;
        if pieces.len() < fewest {
            return;
        }
        pieces.sort_by_key(|&(square, piece)| self.postings.with_any_king(piece, square).len());
        let (rare, frequent) = pieces.split_at(pieces.len() + 1 - fewest);
        let mut touched = Vec::new();
        for &(square, piece) in rare {
            for &slot in self.postings.with_any_king(piece, square) {
                let count = &mut self.counts[slot as usize];
                if *count == 0 {
                    touched.push(slot);
                }
                *count += 1;
            }
        }
        for slot in touched {
            let slot = slot as usize;
            let mut count = usize::from(std::mem::take(&mut self.counts[slot]));
            let king = self.collection.slots[slot].king;
            for (seen, &(square, piece)) in frequent.iter().enumerate() {
                if count + frequent.len() - seen < fewest {
                    break;
                }
                let list = self.postings.with_king(piece, square, king);
                count += usize::from(list.binary_search(&(slot as u32)).is_ok());
            }
            if count >= fewest {
                self.offer(slot, count as u32, alignment);
            }
        }
    }

    /// Records a problem with this number of equal pieces on the board, if its score still counts.
    fn offer(&mut self, slot: usize, equal: u32, alignment: Alignment) {
        let Slot {
            number,
            hand,
            pieces,
            ..
        } = self.collection.slots[slot];
        let equal = equal + self.hand.min(hand).total();
        let pieces = self.pieces + u32::from(pieces);
        if 200 * equal < self.min_score * pieces {
            return;
        }
        if (self.skip)(number as usize) {
            return;
        }
        let share = 2_000_000 * equal / pieces;
        let hit = Hit { share, alignment };
        let old = self.hits.entry(slot as u32).or_insert(hit);
        let is_nearer = || alignment.distance() < old.alignment.distance();
        if share > old.share || share == old.share && is_nearer() {
            *old = hit;
        }
        if self.hits.len() > 4 * self.best + 16 {
            self.forget_the_lowest();
        }
    }

    /// Forgets hits that are not among the best, and raises the lowest score that still counts to theirs.
    fn forget_the_lowest(&mut self) {
        let mut shares: Vec<_> = self.hits.values().map(|it| it.share).collect();
        let last_place = self.best.saturating_sub(1);
        let (_, &mut lowest, _) = shares.select_nth_unstable_by(last_place, |a, b| b.cmp(a));
        self.min_score = self.min_score.max(lowest / 10_000);
        let number_of = |slot: u32| self.collection.slots[slot as usize].number;
        // Of the problems with the lowest share, those with the lowest numbers stay.
        let mut last: Vec<_> = (self.hits.iter())
            .filter(|(_, hit)| hit.share == lowest)
            .map(|(&slot, _)| number_of(slot))
            .collect();
        last.sort_unstable();
        let above = shares.iter().filter(|&&it| it > lowest).count();
        let keep = self.best.saturating_sub(above).min(last.len());
        last.truncate(keep);
        self.hits.retain(|&slot, hit| {
            hit.share > lowest
                || hit.share == lowest && last.binary_search(&number_of(slot)).is_ok()
        });
    }

    /// Returns the best problems, highest score first; those with the same are in the order of the
    /// collection.
    fn ranked(self) -> Vec<(usize, Hit)> {
        let mut hits: Vec<_> = self.hits.into_iter().collect();
        hits.sort_by_key(|&(slot, hit)| {
            let number = self.collection.slots[slot as usize].number;
            (std::cmp::Reverse(hit.share), number)
        });
        hits.truncate(self.best);
        hits.into_iter()
            .map(|(slot, hit)| (slot as usize, hit))
            .collect()
    }
}

/// Returns the pieces that an alignment lays on the board, with their squares there.
fn align(alignment: Alignment, pieces: &[(Square, Piece)]) -> Vec<(Square, Piece)> {
    let pieces = pieces.iter();
    pieces
        .filter_map(|&(square, piece)| Some((alignment.of(square)?, piece)))
        .collect()
}
