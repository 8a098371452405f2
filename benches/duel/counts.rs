//! The numbers of comparisons, by family.

use support::positions::Theme;

/// The families: the themes of the tests, and the smallest positions.
pub const FAMILIES: [Theme; 10] = {
    let [a, b, c, d, e, f, g, h, i] = Theme::ALL;
    [a, b, c, d, e, f, g, h, i, Theme::Tiny]
};

/// Kinds of comparisons, in the order of [`Counts`].
const KINDS: [&str; 11] = [
    "positions",
    "skipped",
    "mates",
    "no mates",
    "answers",
    "proofs",
    "composed",
    "leftovers",
    "other mates",
    "verdicts",
    "names",
];

/// The numbers of comparisons of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub positions: u64,
    /// Positions for which the checker has not found out within its limits whether there is a mate,
    /// or in how many plies. What it knows of them was compared.
    pub skipped: u64,
    /// Strict mates of known length.
    pub mates: u64,
    /// Positions known to have no mate.
    pub no_mates: u64,
    /// Answers of the search, compared with one of these or with the known bounds.
    pub answers: u64,
    /// Certificates checked.
    pub proofs: u64,
    /// Composed lengths.
    pub composed: u64,
    /// Numbers of pieces left over.
    pub leftovers: u64,
    /// Other mating checks found by both.
    pub other_mates: u64,
    /// Compositions whose verdict was compared with what is known.
    pub verdicts: u64,
    /// Other mating checks whose kind is that of the rule by brute force.
    pub names: u64,
}

impl Counts {
    fn all(&self) -> [u64; KINDS.len()] {
        [
            self.positions,
            self.skipped,
            self.mates,
            self.no_mates,
            self.answers,
            self.proofs,
            self.composed,
            self.leftovers,
            self.other_mates,
            self.verdicts,
            self.names,
        ]
    }

    /// Adds the counts of other positions.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.skipped += other.skipped;
        self.mates += other.mates;
        self.no_mates += other.no_mates;
        self.answers += other.answers;
        self.proofs += other.proofs;
        self.composed += other.composed;
        self.leftovers += other.leftovers;
        self.other_mates += other.other_mates;
        self.verdicts += other.verdicts;
        self.names += other.names;
    }
}

/// Returns a line for each family, and one for all.
pub fn table(counts: &[Counts; FAMILIES.len()]) -> String {
    let mut sum = Counts::default();
    let mut text = format!("{:14}", "family");
    text.extend(KINDS.map(|kind| format!(" {kind:>11}")));
    for (theme, counts) in FAMILIES.iter().zip(counts) {
        sum.add(counts);
        text += &line(&format!("{theme:?}"), counts);
    }
    text + &line("all", &sum)
}

fn line(name: &str, counts: &Counts) -> String {
    let mut text = format!("\n{name:14}");
    text.extend(counts.all().map(|count| format!(" {count:>11}")));
    text
}
