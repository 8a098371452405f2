//! Entries and moves that break the rules of the game, and claims of another kind than the entries.

use super::*;

#[test]
fn a_problem_has_to_be_a_possible_position() {
    assert_eq!(verdict(&idle("k8/9/9/9/9/9/9/9/9 b -")), Ok(()));
    for (text, at) in [
        ("k7P/9/9/9/9/9/9/9/9 b -", "1a"),
        ("k7L/9/9/9/9/9/9/9/9 b -", "1a"),
        ("k8/8N/9/9/9/9/9/9/9 b -", "1b"),
        ("k8/9/9/9/9/9/9/9/8p b -", "1i"),
        ("k8/9/9/9/9/9/9/9/8l b -", "1i"),
        ("k8/9/9/9/9/9/9/8n/9 b -", "1h"),
    ] {
        let reason = Reason::DeadEnd(square(at));
        assert_eq!(verdict(&idle(text)), Err(reason), "{text}");
    }
    assert_eq!(verdict(&idle("k8/8p/8L/9/9/9/8N/8+p/8+l b -")), Ok(()));
    for (text, at) in [("k8/9/8P/9/9/8P/9/9/9 b -", "1f"), ("k8/9/8p/9/9/8p/9/9/9 b -", "1f")] {
        let reason = Reason::Nifu(square(at));
        assert_eq!(verdict(&idle(text)), Err(reason), "{text}");
    }
    assert_eq!(verdict(&idle("k8/9/8p/8+p/9/8P/9/9/9 b -")), Ok(()));

    let mut many = idle("k8/9/9/9/9/9/9/9/6rr1 b -");
    many.setup.board[square("1i").index()] = Some(Piece::new(Color::White, PieceKind::Rook));
    many.entries[0].board = Placement::new(&many.setup.board);
    assert_eq!(verdict(&many), Err(Reason::TooMany(PieceKind::Rook)));

    let diagram = |reason| Err(Reason::Diagram(reason));
    let two = verdict(&idle("k7k/9/9/9/9/9/9/9/9 b -"));
    assert_eq!(two, diagram(DiagramError::ManyKings(Color::White)));
    let none = verdict(&idle("9/9/9/9/9/9/9/9/9 b -"));
    assert_eq!(none, diagram(DiagramError::NoDefenderKing(Color::White)));
    let in_check = verdict(&idle("k8/G8/9/9/9/9/9/9/9 b -"));
    assert_eq!(in_check, diagram(DiagramError::CheckIgnored(Color::White)));
}

#[test]
fn an_entry_that_nothing_rests_on_has_to_be_a_possible_position_too() {
    // A knight gives no check to a king on the last rank.
    const ROOT: &str = "9/9/9/9/9/9/9/9/k8 b N";
    let with = |text: &str| {
        let mut it = idle(ROOT);
        it.entries.push(entry(text, 0, ""));
        verdict(&it)
    };
    assert_eq!(with("9/9/9/9/9/9/9/9/1k7 b N"), Ok(()));
    let more = |kind| Err(Reason::MoreThanProblem(kind));
    let on_board = with("9/9/9/9/9/9/9/8p/k8 b N");
    assert_eq!(on_board, more(PieceKind::Pawn));
    let on_board = with("9/9/9/9/9/9/9/8+p/k8 b N");
    assert_eq!(on_board, more(PieceKind::Pawn));
    assert_eq!(with("9/9/9/9/9/9/9/9/k8 b 2N"), more(PieceKind::Knight));
    let both = with("9/9/9/9/9/8N/9/9/k8 b N");
    assert_eq!(both, more(PieceKind::Knight));
    let diagram = |reason| Err(Reason::Diagram(reason));
    let none = with("9/9/9/9/9/9/9/9/9 b N");
    assert_eq!(none, diagram(DiagramError::NoDefenderKing(Color::White)));
    let two = with("9/9/9/9/9/9/9/9/k1k6 b N");
    assert_eq!(two, diagram(DiagramError::ManyKings(Color::White)));
    let two = with("9/9/9/9/K1K6/9/9/9/k8 b N");
    assert_eq!(two, diagram(DiagramError::ManyKings(Color::Black)));
    let in_check = with("9/9/9/9/9/9/1N7/9/k8 b -");
    assert_eq!(in_check, Ok(()), "a knight jumps forward only");
    let in_check = with("9/9/9/9/9/k8/9/1N7/9 b -");
    assert_eq!(in_check, diagram(DiagramError::CheckIgnored(Color::White)));

    // The same for what is out of the game.
    let mut it = certificate(setup(ROOT), Claim::NoComposedMateWithin(1), &[]);
    for (vanished, expected) in [
        (Hand::EMPTY, Ok(())),
        (Hand::EMPTY.add(PieceKind::Knight), more(PieceKind::Knight)),
        (Hand::EMPTY.add(PieceKind::Pawn), more(PieceKind::Pawn)),
    ] {
        it.composed =
            vec![composed(entry(ROOT, 1, ""), Hand::EMPTY, false), composed(entry(ROOT, 1, ""), vanished, false)];
        assert_eq!(verdict(&it), expected);
    }
}

#[test]
fn a_mating_move_has_to_be_legal_and_a_check() {
    let claims = [Claim::MateWithin(1), Claim::ComposedMateWithin(1)];
    for (text, it, is_held, is_legal) in [
        (MATE, "G*1b", true, true),
        (MATE, "S*1b", true, false),
        ("8k/9/7G1/9/9/9/9/9/9 b -", "G*1b", true, false),
        ("8k/6S2/7G1/9/9/9/9/9/9 b P", "P*1b", true, false),
        // On a piece.
        ("8k/8p/7G1/9/9/9/9/9/9 b G", "G*1b", true, false),
        ("8k/9/7GP/9/9/9/9/9/9 b G", "G*1c", true, false),
        // A piece that does not move so, or promotes where it cannot.
        ("8k/9/7G1/6G2/9/9/9/9/9 b -", "3d1b", true, false),
        ("8k/9/7G1/8S/9/9/9/9/9 b -", "1d1b+", true, false),
        ("8k/9/7GG/9/9/9/9/9/9 b -", "1c1b", true, true),
        ("8k/9/7GG/9/9/9/9/9/9 b -", "1c1b+", true, false),
        // White's gold.
        ("8k/9/7Gg/9/9/9/9/9/8R b -", "1c2b", true, false),
        // No check, and no move for White.
        ("8k/9/9/4B4/9/9/9/9/9 b G", "G*2c", false, true),
    ] {
        for claim in claims {
            let mut it_is = certificate(setup(text), claim, &[]);
            let entry = entry(text, 1, it);
            if claim.is_composed() {
                it_is.composed.push(composed(entry, Hand::EMPTY, false));
            } else {
                it_is.entries.push(entry);
            }
            let expected = match (is_held, is_legal) {
                (_, false) => Err(Reason::Illegal(mv(it))),
                (false, _) => Err(Reason::NotCheck(mv(it))),
                _ => Ok(()),
            };
            assert_eq!(verdict(&it_is), expected, "{text} {it} {claim:?}");
        }
    }
}

#[test]
fn a_no_mate_has_no_move() {
    let text = "9/9/9/9/9/9/9/9/k8 b N";
    let strict = [entry(text, 1, "N*9g")];
    let it = certificate(setup(text), Claim::NoMateWithin(1), &strict);
    assert_eq!(verdict(&it), Err(Reason::UnexpectedMove));
    let mut it = certificate(setup(text), Claim::NoBrinkmateWithin(1), &strict);
    assert_eq!(verdict(&it), Err(Reason::RootNotCovered));
    it.brinkmates.push(Entry { plies: NonZeroU16::new(1), ..entry("9/9/9/9/9/9/9/9/k8 b -", 1, "") });
    it.setup = setup("9/9/9/9/9/9/9/9/k8 b -");
    it.entries.clear();
    assert_eq!(verdict(&it), Ok(()), "no legal move at all");
    it.brinkmates[0].mv = Some(mv("5e5d"));
    assert_eq!(verdict(&it), Err(Reason::UnexpectedMove));

    // A mate that would be robust.
    let mut it = certificate(setup(MATE), Claim::ComposedMateWithin(1), &[]);
    it.composed = vec![composed(entry(MATE, 1, "G*1b"), Hand::EMPTY, true)];
    assert_eq!(verdict(&it), Err(Reason::UnexpectedMove));
}

/// A defender who is not in check may have no move, but he is not mated; and he need not move out of check.
#[test]
fn a_claim_about_the_defender_needs_a_check() {
    let away = "8k/9/9/9/9/9/9/9/9 w -";
    for (text, claim) in [
        (STALEMATE, Claim::MateWithin(0)),
        (STALEMATE, Claim::ComposedMateWithin(0)),
        (STALEMATE, Claim::MateWithin(2)),
        (STALEMATE, Claim::ComposedMateWithin(2)),
        (away, Claim::NoMateWithin(0)),
        (away, Claim::NoComposedMateWithin(0)),
        (away, Claim::NoComposedMateWithin(1)),
    ] {
        let it = certificate(setup(text), claim, &[]);
        assert_eq!(verdict(&it), Err(Reason::NotInCheck), "{text} {claim:?}");
    }
    let mated = "8k/7G1/7P1/9/9/9/9/9/9 w -";
    for claim in [Claim::MateWithin(0), Claim::ComposedMateWithin(0)] {
        assert_eq!(verdict(&certificate(setup(mated), claim, &[])), Ok(()));
    }
    for claim in [Claim::NoMateWithin(0), Claim::NoMateWithin(1)] {
        let it = certificate(setup(mated), claim, &[]);
        assert_eq!(verdict(&it), Err(Reason::NoReply));
    }
    // He has a reply, so he is not mated.
    let checked = "8k/7G1/9/9/9/9/9/9/9 w -";
    for claim in [Claim::NoMateWithin(0), Claim::NoComposedMateWithin(0)] {
        assert_eq!(verdict(&certificate(setup(checked), claim, &[])), Ok(()));
    }
    for claim in
        [Claim::MateWithin(0), Claim::MateWithin(1), Claim::ComposedMateWithin(0), Claim::ComposedMateWithin(1)]
    {
        assert!(verdict(&certificate(setup(checked), claim, &[])).is_err());
    }
}

#[test]
fn that_there_is_no_mate_within_nothing_is_no_claim() {
    let text = "9/9/9/9/9/9/9/9/k8 b N";
    let strict = [entry(text, 1, "")];
    for (plies, expected) in [(0, Err(Reason::NothingClaimed)), (1, Ok(()))] {
        let it = certificate(setup(text), Claim::NoMateWithin(plies), &strict);
        assert_eq!(verdict(&it), expected);
        let mut it = certificate(setup(text), Claim::NoComposedMateWithin(plies), &[]);
        it.composed = vec![composed(strict[0], Hand::EMPTY, false)];
        assert_eq!(verdict(&it), expected);
    }
}

/// Of several lines every one has to end in a position of the claim.
#[test]
fn every_line_is_looked_at() {
    let lines = |its: &[&str]| its.iter().map(|it| vec![mv(it)]).collect::<Vec<_>>();
    // Both drops mate; the third is no mate, and only it is no brinkmate.
    for claim in [Claim::MateWithin(0), Claim::ComposedMateWithin(0)] {
        let mut it = certificate(setup(MATE), claim, &[]);
        it.lines = lines(&["G*1b", "G*2b"]);
        assert_eq!(verdict(&it), Ok(()));
        it.lines = lines(&["G*1b", "G*2b", "G*2a"]);
        assert!(verdict(&it).is_err(), "{claim:?}");
        it.lines = lines(&["G*1b", "G*1a"]);
        let broken = Err(Reason::BrokenLine(mv("G*1a")));
        assert_eq!(verdict(&it), broken, "{claim:?}");
    }
    let text = "8k/9/9/4B4/9/9/9/9/9 b 2G";
    let mate = entry("8k/9/7G1/4B4/9/9/9/9/9 b G", 1, "G*1b");
    let mut it = certificate(setup(text), Claim::BrinkmateWithin(0), &[mate]);
    it.lines = lines(&["G*2c"]);
    assert_eq!(verdict(&it), Ok(()));
    it.lines = lines(&["G*2c", "G*9i"]);
    assert_eq!(verdict(&it), Err(Reason::NoThreat { mv: None }));
}

/// The entries of the strict game that others rest on have to be true as well.
#[test]
fn strict_entries_are_checked_whatever_the_claim_is() {
    // G*2a does not mate.
    let wrong = entry(MATE, 1, "G*2a");
    let reason = |it: &Certificate| verdict(it).unwrap_err();
    let it = certificate(setup(MATE), Claim::ComposedMateWithin(1), &[wrong]);
    assert!(matches!(reason(&it), Reason::ReplyNotCovered { .. }));
    let text = "8k/9/9/4B4/9/9/9/9/9 b 2G";
    let wrong = entry("8k/9/7G1/4B4/9/9/9/9/9 b G", 1, "G*3b");
    let mut it = certificate(setup(text), Claim::BrinkmateWithin(1), &[wrong]);
    it.brinkmates.push(entry(text, 1, "G*2c"));
    assert_eq!(reason(&it), Reason::NotCheck(mv("G*3b")));
    it.entries[0].mv = Some(mv("G*1b"));
    assert_eq!(verdict(&it), Ok(()));
}

#[test]
fn entries_about_brinkmates_or_the_composed_game_prove_no_other_claim() {
    let mate = entry(MATE, 1, "G*1b");
    let mut it = certificate(setup(MATE), Claim::MateWithin(1), &[mate]);
    it.brinkmates.push(mate);
    assert_eq!(verdict(&it), Err(Reason::UnexpectedBrinkmates));
    it.claim = Claim::ComposedMateWithin(1);
    assert_eq!(verdict(&it), Err(Reason::UnexpectedBrinkmates));
    it.brinkmates.clear();
    it.composed.push(composed(mate, Hand::EMPTY, false));
    assert_eq!(verdict(&it), Ok(()));
    for claim in [Claim::MateWithin(1), Claim::BrinkmateWithin(1)] {
        it.claim = claim;
        assert_eq!(verdict(&it), Err(Reason::UnexpectedComposed));
    }
}

#[test]
fn no_mate_within_however_many_plies_is_not_no_mate() {
    let (root, taken) = ("k8/9/P8/9/9/9/9/9/9 b -", "9/k8/9/9/9/9/9/9/9 b -");
    for (plies, after, expected) in [
        (0, 0, Ok(())),
        (u16::MAX, 0, Err(Reason::RootNotCovered)),
        (0, u16::MAX, Err(Reason::CheckNotAnswered(mv("9c9b+")))),
    ] {
        let entries = [entry(root, plies, ""), entry(taken, after, "")];
        let it = certificate(setup(root), Claim::NoMate, &entries);
        assert_eq!(verdict(&it), expected, "{plies} {after}");
    }
}
