//! Certificates with one change: if the change makes them false, they must be rejected. Brute
//! force, from the rules alone, decides what is false.

use super::{certified, solver, table};
use tsume::certificate::{Certificate, Claim, Entry, Placement};
use tsume::notation::sfen;
use tsume::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use tsume::verify::{Existence, Level, Outcome, Reason, Reference, check, no_mate};

/// Random changes.
struct Changes(support::Random);

impl Changes {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn square(&mut self) -> Square {
        Square::from_index(self.below(Square::COUNT)).unwrap()
    }

    /// Nothing, or any piece but a king.
    fn cell(&mut self) -> Option<Piece> {
        let kind = PieceKind::ALL[self.below(PieceKind::ALL.len())];
        let color = Color::ALL[self.below(2)];
        (kind != PieceKind::King && self.below(3) > 0).then(|| Piece::new(color, kind))
    }

    fn board(&mut self, board: &mut [Option<Piece>; Square::COUNT]) {
        // Next to a piece a change matters most.
        let square = loop {
            let square = self.square();
            let is_near = |&(df, dr): &(i8, i8)| {
                let near = square.offset(df, dr);
                near.is_some_and(|near| board[near.index()].is_some())
            };
            if [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)].iter().any(is_near) {
                break square;
            }
        };
        board[square.index()] = self.cell();
    }

    fn hand(&mut self, hand: Hand) -> Hand {
        let kind = PieceKind::HAND[self.below(7)];
        match hand.count(kind) {
            0 => hand.add(kind),
            count if count < 2 && self.below(2) == 0 => hand.add(kind),
            _ => hand.remove(kind),
        }
    }

    fn plies(&mut self, plies: u32) -> u32 {
        match self.below(3) {
            0 => plies + 2,
            1 => plies.saturating_sub(2),
            _ => self.below(9) as u32,
        }
    }

    fn mv(&mut self, mv: Move) -> Move {
        match (self.below(3), mv.from()) {
            (0, Some(from)) => Move::board(from, mv.to(), !mv.promotes()),
            (1, Some(from)) => Move::board(from, self.square(), mv.promotes()),
            (1, None) => Move::drop(mv.dropped().unwrap(), self.square()),
            _ => Move::drop(PieceKind::HAND[self.below(7)], mv.to()),
        }
    }

    /// Changes one thing about the problem or the claim.
    fn change_claim(&mut self, certificate: &mut Certificate) {
        let setup = &mut certificate.setup;
        match self.below(9) {
            0 => self.board(&mut setup.board),
            // What the defender holds goes to the attacker; for all entries it is out of the game.
            8 => {
                let (kind, at) = (PieceKind::HAND[self.below(7)], certificate.attacker.index());
                if setup.hands[1 - at].count(kind) > 0 {
                    setup.hands[1 - at] = setup.hands[1 - at].remove(kind);
                    setup.hands[at] = setup.hands[at].add(kind);
                    for it in &mut certificate.composed {
                        it.vanished = it.vanished.add(kind);
                    }
                }
            }
            // A piece changes hands.
            6 | 7 => {
                let (side, kind) = (self.below(2), PieceKind::HAND[self.below(7)]);
                if setup.hands[side].count(kind) > 0 {
                    setup.hands[side] = setup.hands[side].remove(kind);
                    setup.hands[1 - side] = setup.hands[1 - side].add(kind);
                }
            }
            1 => {
                let side = self.below(2);
                setup.hands[side] = self.hand(setup.hands[side]);
            }
            2 if self.below(4) == 0 => setup.turn = !setup.turn,
            3 if self.below(4) == 0 => certificate.attacker = !certificate.attacker,
            4 => {
                let plies = certificate.claim.plies().unwrap_or(3);
                let composed = certificate.claim.is_composed();
                certificate.claim = match self.below(3) {
                    0 if composed => Claim::ComposedMateWithin(plies),
                    _ if composed => Claim::NoComposedMateWithin(plies),
                    0 => Claim::MateWithin(plies),
                    1 => Claim::NoMateWithin(plies),
                    _ => Claim::NoMate,
                };
            }
            _ => {
                certificate.claim = match certificate.claim {
                    Claim::MateWithin(plies) => Claim::MateWithin(self.plies(plies)),
                    Claim::NoMateWithin(plies) => Claim::NoMateWithin(self.plies(plies)),
                    Claim::NoMate => Claim::NoMateWithin(self.plies(3)),
                    Claim::ComposedMateWithin(plies) => Claim::ComposedMateWithin(self.plies(plies)),
                    Claim::NoComposedMateWithin(plies) => Claim::NoComposedMateWithin(self.plies(plies)),
                    Claim::BrinkmateWithin(plies) => Claim::BrinkmateWithin(self.plies(plies)),
                    Claim::NoBrinkmateWithin(plies) => Claim::NoBrinkmateWithin(self.plies(plies)),
                }
            }
        }
    }

    /// Changes one thing about an entry. Returns whether what it says then is true.
    fn change_entry(&mut self, certificate: &mut Certificate) -> Option<bool> {
        let strict = certificate.entries.len();
        let at = self.below(strict + certificate.composed.len());
        if let Some(at) = at.checked_sub(strict) {
            let it = &mut certificate.composed[at];
            match (self.below(7), it.entry.mv) {
                (0, _) => it.vanished = self.hand(it.vanished),
                (1, Some(_)) => it.entry.mv = None,
                (2, _) => it.robust = !it.robust,
                _ => self.change(&mut it.entry),
            }
            let it = certificate.composed[at];
            return truth_of_entry(certificate, &it.entry, Some(it.vanished));
        }
        self.change(&mut certificate.entries[at]);
        truth_of_entry(certificate, &certificate.entries[at], None)
    }

    /// Changes one thing about an entry.
    fn change(&mut self, entry: &mut Entry) {
        match (self.below(4), entry.mv) {
            (0, _) => {
                let mut board = entry.board.board();
                self.board(&mut board);
                entry.board = Placement::new(&board);
            }
            (1, _) => entry.hand = self.hand(entry.hand),
            (2, Some(mv)) => entry.mv = Some(self.mv(mv)),
            _ => {
                let plies = entry.plies.map_or(3, |plies| u32::from(plies.get()));
                let changed = self.plies(plies) as u16;
                entry.plies = changed.try_into().ok();
            }
        }
    }
}

/// Returns whether a claim is true, if brute force can tell. `Some(false)` if it makes no sense.
fn truth(setup: &Setup, attacker: Color, claim: Claim) -> Option<bool> {
    const PLIES: u32 = 7;
    let level = if claim.is_composed() { Level::Standard } else { Level::Off };
    let Ok(reference) = Reference::new(setup, attacker, level) else {
        return Some(false);
    };
    let existence = no_mate(setup, attacker, 3_000).unwrap();
    let plies = claim.plies().unwrap_or(u32::MAX);
    if existence == Existence::NoMate {
        return Some(!claim.is_mate());
    }
    match reference.with_node_cap(100_000).mate_within(plies.min(PLIES)) {
        Outcome::Mate(_) => Some(claim.is_mate()),
        Outcome::NoMateWithin(within) if within >= plies => Some(!claim.is_mate()),
        _ if existence == Existence::Mate && claim == Claim::NoMate => Some(false),
        _ => None,
    }
}

/// Returns whether the claim of an entry about its position is true. With pieces out of the game,
/// the entry is one of the composed game.
fn truth_of_entry(certificate: &Certificate, entry: &Entry, vanished: Option<Hand>) -> Option<bool> {
    let attacker = certificate.attacker;
    let mut setup = Setup { board: entry.board.board(), hands: [Hand::EMPTY; 2], turn: attacker };
    setup.hands[attacker.index()] = entry.hand;
    for kind in PieceKind::HAND {
        let gone = setup.count(kind) + vanished.map_or(0, |hand| hand.count(kind));
        let Some(rest) = certificate.setup.count(kind).checked_sub(gone) else {
            return Some(false);
        };
        let hand = &mut setup.hands[(!attacker).index()];
        *hand = hand.with(kind, rest);
    }
    let plies = entry.plies.map(|plies| u32::from(plies.get()));
    let is_mate = match vanished {
        Some(_) => entry.mv.is_some(),
        None => certificate.claim.has_mates(),
    };
    let claim = match (vanished.is_some(), is_mate, plies) {
        (true, true, Some(plies)) => Claim::ComposedMateWithin(plies),
        (true, false, Some(plies)) => Claim::NoComposedMateWithin(plies),
        (false, true, Some(plies)) => Claim::MateWithin(plies),
        (false, false, Some(plies)) => Claim::NoMateWithin(plies),
        (false, false, None) => Claim::NoMate,
        (_, _, None) => return Some(false),
    };
    truth(&setup, attacker, claim)
}

fn originals() -> Vec<Certificate> {
    let mut solver = solver(4 << 20, true);
    let problems = [table("reference.tsv"), table("nomate.tsv")].concat();
    let certificates = problems.iter().flat_map(|problem| certified(&mut solver, problem, 2_000).1);
    certificates
        .filter(|certificate| certificate.claim.plies().is_none_or(|plies| plies <= 5))
        .filter(|certificate| !certificate.entries.is_empty())
        .collect()
}

/// Changes one thing about certificates, `rounds` times, and tests that no change makes one prove
/// anything false.
pub fn tamper(originals: &[Certificate], seed: u64, rounds: usize) {
    let mut random = Changes(support::Random(seed));
    // By what changed (the claim, an entry): made false, undecided, and accepted ones.
    let (mut made_false, mut undecided, mut accepted) = ([0; 2], [0; 2], [0; 2]);
    for number in 0..rounds {
        let original = &originals[random.below(originals.len())];
        let mut mutant = original.clone();
        let of_entry = number % 2;
        let truth = if of_entry == 1 {
            random.change_entry(&mut mutant)
        } else {
            random.change_claim(&mut mutant);
            truth(&mutant.setup, mutant.attacker, mutant.claim)
        };
        let verdict = check(&mutant);
        accepted[of_entry] += usize::from(verdict.is_ok() && &mutant != original);
        match truth {
            Some(true) => {}
            None => undecided[of_entry] += 1,
            Some(false) => {
                made_false[of_entry] += 1;
                assert!(
                    verdict.is_err(),
                    "number {number} is accepted: {:?} of {}, attacker {:?}",
                    mutant.claim,
                    sfen::write(&mutant.setup),
                    mutant.attacker,
                );
            }
        }
    }
    println!("false {made_false:?}, undecided {undecided:?}, accepted {accepted:?}");
    assert!(made_false.iter().all(|&count| count >= 200), "{made_false:?}");
    assert!(undecided.iter().all(|&count| count <= 300), "{undecided:?}");
    // Longer lengths and idle pieces do no harm.
    assert!(accepted.iter().all(|&count| count >= 10), "{accepted:?}");
}

#[test]
fn no_changed_certificate_proves_anything_false() {
    let originals = originals();
    for kind in
        [Claim::is_mate, |claim: Claim| claim == Claim::NoMate, |claim: Claim| matches!(claim, Claim::NoMateWithin(_))]
    {
        assert!(originals.iter().filter(|it| kind(it.claim)).count() >= 5);
    }
    tamper(&originals, 6, 2_400);
}

#[test]
fn a_proof_without_the_problem_itself_is_none() {
    let mut rejected = 0;
    for mut certificate in originals() {
        let setup = &certificate.setup;
        if setup.turn == certificate.attacker {
            let problem = Placement::new(&setup.board);
            certificate.entries.retain(|entry| entry.board != problem);
            let verdict = check(&certificate).map_err(|rejection| rejection.reason);
            assert_eq!(verdict, Err(Reason::RootNotCovered));
            rejected += 1;
        }
    }
    assert!(rejected > 100, "{rejected}");
}
