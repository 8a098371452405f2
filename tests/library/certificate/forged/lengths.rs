//! Composed lengths and interpositions that are judged wrongly.

use super::*;

/// Without entries, too, the checker has to tell whether the defender, in check, is mated in the composed game.
fn assert_mated_or_not(setup: &Setup) -> bool {
    let text = sfen::write(setup);
    let reference = Reference::new(setup, Color::Black, Level::Standard);
    let is_mated = reference.unwrap().mate_within(0) == Outcome::Mate(0);
    for (claim, is_true) in [(Claim::ComposedMateWithin(0), is_mated), (Claim::NoComposedMateWithin(0), !is_mated)] {
        let it = certificate(setup.clone(), claim, &[]);
        assert_eq!(check(&it).is_ok(), is_true, "{claim:?} of {text}");
    }
    is_mated
}

#[test]
fn interpositions_alone_are_a_mate_or_not() {
    for (text, is_mated) in [
        // Another piece than the checking one captures, and two give check.
        ("gn7/k8/1R1s5/2+B5l/R8/9/9/9/9 w Pbsl", false),
        // Another piece than the checking one captures and mates, or has to.
        ("9/9/9/9/9/+B3K4/2R1b4/+R8/2kL5 w SPl", true),
        // The captures have to promote, or must not.
        ("8k/8n/3+R2BRp/7+s1/9/9/9/9/1L7 w b4g3s3n3l17p", true),
        ("9/9/8+R/8R/5+B3/9/6+B1k/9/9 w S4g3s4n4l18p", true),
    ] {
        assert_eq!(assert_mated_or_not(&setup(text)), is_mated, "{text}");
    }
    let mut count = [0; 2];
    for theme in [Theme::Interpositions, Theme::DoubleKing, Theme::Loops] {
        let mut random = Random(theme as u64);
        for _ in 0..2_000 {
            let start = position(theme, &mut random);
            if start.turn == Color::White {
                continue;
            }
            for (_, after) in rules::checks(&Board::new(&start).unwrap()) {
                let replies = rules::legal_moves(&after).len();
                if (1..=12).contains(&replies) {
                    count[usize::from(assert_mated_or_not(&after.to_setup()))] += 1;
                }
            }
        }
    }
    println!("{count:?}");
    assert!(count[0] > 10_000 && count[1] > 100, "{count:?}");
}

/// Tests that all entries that prove a composed length, and further true ones, prove no other length. The
/// defender is in check. `None` if the mate is too long, or there is none.
fn assert_no_other_length(solver: &mut Solver, setup: &Setup) -> Option<u32> {
    let text = sfen::write(setup);
    let length = |setup: &Setup, most| {
        let reference = Reference::new(setup, Color::Black, Level::Standard).unwrap();
        reference.with_node_cap(1_000).mate_within(most)
    };
    let problem = |setup: &Setup| {
        let hand = DefenderHandRule::Given;
        Problem::new(setup.clone(), AttackerRule::Black, hand).unwrap()
    };
    let Outcome::Mate(plies @ 1..) = length(setup, 6) else {
        return None;
    };
    let (_, made) = composed_certified(solver, &problem(setup), 20_000);
    let [mate, none] = &made[..] else { return None };
    let claims = [
        (Claim::ComposedMateWithin(plies), true),
        (Claim::NoComposedMateWithin(plies - 2), true),
        (Claim::ComposedMateWithin(plies - 2), false),
        (Claim::NoComposedMateWithin(plies), false),
    ];
    assert_eq!([mate.claim, none.claim], [claims[0].0, claims[1].0]);
    let mut all = mate.clone();
    let mut add = |it: &Certificate| {
        all.composed.extend(&it.composed);
        all.entries.extend(&it.entries);
    };
    add(none);
    // What lasts longer has to be futile.
    for (_, after) in rules::legal_moves(&Board::new(setup).unwrap()) {
        let after = after.to_setup();
        if let Outcome::NoMateWithin(_) = length(&after, plies - 1) {
            let claim = Claim::NoComposedMateWithin(plies - 1);
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let made = certify(solver, &problem(&after), claim, &limits, &mut |_| {});
            add(&made.ok()?.0);
        }
    }
    for (claim, is_true) in claims {
        all.claim = claim;
        let verdict = verdict(&all);
        assert_eq!(verdict.is_ok(), is_true, "{claim:?} of {text}: {verdict:?}");
    }
    Some(plies)
}

#[test]
#[ignore = "takes 4 s"]
fn true_entries_prove_no_false_length() {
    let mut solver = composed_solver(4 << 20);
    for (text, plies) in [
        ("5n3/6S1k/8B/6+B2/L8/9/9/9/9 w GLgnl", 2),
        ("1R7/9/6+R1k/9/9/5G3/9/9/9 w l", 4),
        ("9/9/6S2/5+B+R2/9/5l2k/9/5p2L/9 w rsp", 4),
        ("9/4+B3k/6S2/7B1/9/9/9/8R/9 w RNp", 2),
        ("9/8k/6S2/6+BB1/9/9/9/1R7/9 w RNp", 4),
        ("9/9/9/9/9/8K/9/5S3/4+R3k w GSb", 6),
    ] {
        let found = assert_no_other_length(&mut solver, &setup(text));
        assert_eq!(found, Some(plies), "{text}");
    }
    let mut lengths = [0; 4];
    for theme in [Theme::Interpositions, Theme::DoubleKing] {
        let mut random = Random(100 + theme as u64);
        for _ in 0..600 {
            let start = position(theme, &mut random);
            if start.turn == Color::White {
                continue;
            }
            for (_, after) in rules::checks(&Board::new(&start).unwrap()) {
                let replies = rules::legal_moves(&after);
                if replies.len() <= 25 && replies.iter().any(|(mv, _)| mv.is_drop()) {
                    let length = assert_no_other_length(&mut solver, &after.to_setup());
                    lengths[length.unwrap_or(0) as usize / 2] += 1;
                }
            }
        }
    }
    println!("{lengths:?}");
    assert!(lengths[1] > 100 && lengths[2] > 60, "{lengths:?}");
}

/// With the attacker to move lengths are odd: none within 2 plies is none within 1, and no more.
#[test]
fn an_even_number_of_composed_plies_claims_no_more_than_one_less() {
    let text = "9/9/9/9/9/9/9/9/k8 b N";
    for (entry_plies, claim, is_proven) in [
        (1, 1, true),
        (1, 2, true),
        (1, 3, false),
        (2, 2, true),
        (2, 3, false),
        (2, 4, false),
        (3, 4, true),
        (3, 5, false),
    ] {
        for robust in [false, true] {
            let claim = Claim::NoComposedMateWithin(claim);
            let mut it = certificate(setup(text), claim, &[]);
            it.composed = vec![composed(entry(text, entry_plies, ""), Hand::EMPTY, robust)];
            let expected = if is_proven { Ok(()) } else { Err(Reason::RootNotCovered) };
            assert_eq!(verdict(&it), expected, "{claim:?} by {entry_plies}");
        }
    }
}

/// An entry that is proven only by comparing lengths is about its own position: with one more piece in the
/// defender's hand another interposition may be futile.
#[test]
fn a_no_mate_that_is_not_robust_covers_no_other_hands() {
    let mut frail = 0;
    for text in [
        "5g2k/6Bsl/5R3/9/9/9/n8/9/9 b rb3g3s3n3l17p",
        "9/9/5L3/6R1B/8k/6B1n/7Lp/9/9 b r4g4s3n2l16p",
        "9/3s1B2k/8n/5g2B/9/9/9/9/3g5 b 2N2r2g3sn4l17p",
    ] {
        let hand = DefenderHandRule::Given;
        let problem = Problem::new(setup(text), AttackerRule::Black, hand).unwrap();
        let mut solver = composed_solver(16 << 20);
        let (_, made) = composed_certified(&mut solver, &problem, 3_000_000);
        for it in made.iter().filter(|it| !it.claim.is_mate()) {
            assert_eq!(verdict(it), Ok(()), "{text}");
            let is_root = |entry: &Entry| entry.board == Placement::new(&it.setup.board);
            let mut marked = it.clone();
            for entry in &mut marked.composed {
                entry.robust |= is_root(&entry.entry);
            }
            let is_frail = check(&marked).is_err();
            // The same positions, with a pawn out of the game that the problem has.
            let mut more = it.clone();
            let defender = &mut more.setup.hands[1];
            *defender = defender.add(PieceKind::Pawn);
            for entry in &mut more.composed {
                entry.vanished = entry.vanished.add(PieceKind::Pawn);
            }
            let expected = if is_frail { Err(Reason::RootNotCovered) } else { Ok(()) };
            assert_eq!(verdict(&more), expected, "{text}");
            frail += usize::from(is_frail);
        }
    }
    assert!(frail > 0);
}

/// An entry marked as robust rests only on entries with this mark, whatever their plies.
#[test]
fn a_robust_no_mate_rests_on_nothing_that_is_not_marked() {
    let (root, taken) = ("k8/9/P8/9/9/9/9/9/9 b -", "9/k8/9/9/9/9/9/9/9 b -");
    for (root_marked, taken_marked) in [(false, false), (true, true), (false, true), (true, false)] {
        let mut it = certificate(setup(root), Claim::NoComposedMateWithin(5), &[]);
        it.composed = vec![
            composed(entry(root, 5, ""), Hand::EMPTY, root_marked),
            composed(entry(taken, 3, ""), Hand::EMPTY, taken_marked),
        ];
        let verdict = verdict(&it);
        let is_proven = !root_marked || taken_marked;
        assert_eq!(verdict.is_ok(), is_proven, "{verdict:?}");
        assert!(is_proven || matches!(verdict, Err(Reason::NotDelayed { .. })));
    }
}
