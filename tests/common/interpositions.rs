//! Positions chosen for one question about interpositions each, with their lengths at the four
//! levels (off, terminal, standard, broad), found by two brute-force solvers. Several come from the
//! issue lists of other solvers. `Above(n)`: no mate within n plies, perhaps none at all.

/// Hands the table to a macro that makes tests of it.
macro_rules! interposition_lengths {
    ($tests:ident) => {
        $tests! {
            distant_checker_takes_with_mate: "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", Mate(3), Mate(1), Mate(1), Mate(1);
            chain_of_futile_drops_on_a_file: "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", Above(11), Mate(1), Mate(1), Mate(1);
            #[ignore = "takes 3 s"]
            futile_in_the_middle_of_the_solution: "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", Above(11), Above(11), Mate(11), Mate(11);
            futile_although_the_piece_could_be_kept: "9/9/2+R6/9/4+p2n1/7G1/6pS1/5S3/7k1 b r2b3g2s3n4l16p 1", Mate(11), Mate(11), Mate(5), Mate(5);
            farther_squares_are_compared_with_nearer_ones: "9/5Spk1/9/8G/9/9/9/9/6+R2 b Pr2b3g3s4n4l16p 1", Above(9), Above(9), Mate(7), Mate(7);
            futile_although_the_king_can_move: "1+B6k/3B2+S2/9/9/9/9/9/9/9 b 2r4g3s4n4l18p 1", Mate(5), Mate(5), Mate(3), Mate(3);
            rook_at_a_distance_from_a_king_with_flights: "9/2R2n3/8k/9/9/8S/7L1/9/9 b r2b4g3s3n3l18p 1", Above(9), Above(9), Mate(5), Mate(5);
            pawn_on_the_bishops_diagonal_is_effective: "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1", Above(11), Above(11), Above(11), Above(11);
            pawn_before_the_lance_is_effective: "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1", Above(11), Above(11), Above(11), Above(11);
            guard_of_the_square_is_pinned: "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", Mate(7), Mate(1), Mate(1), Mate(1);
            guard_of_a_farther_square_is_pinned: "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1", Mate(5), Mate(1), Mate(1), Mate(1);
            moving_interposition_is_effective: "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1", Above(9), Above(9), Above(9), Above(9);
            chain_of_moving_interpositions: "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", Above(7), Mate(1), Mate(1), Mate(1);
            #[ignore = "takes 5 s"]
            chain_of_moving_interpositions_to_eleven_plies: "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", Above(11), Mate(1), Mate(1), Mate(1);
            silver_fork_with_rook_and_horse: "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", Mate(7), Mate(5), Mate(5), Mate(5);
            bishop_and_rook_from_afar: "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", Mate(9), Mate(3), Mate(3), Mate(3);
            another_piece_takes_with_mate: "8l/8k/9/6B+R1/9/9/9/9/9 w rb4g4s4n3l18p 1", Mate(2), Mate(0), Mate(0), Mate(0);
            discovered_second_check_at_a_guarded_square: "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1", Mate(3), Mate(3), Mate(3), Mate(1);
            taking_gives_only_a_discovered_check: "9/6RSn/9/8k/7P1/6B1P/9/9/9 b rb4g3s3n4l16p 1", Mate(5), Mate(3), Mate(3), Mate(1);
            one_more_reply_after_taking: "9/9/9/9/9/6BR1/5+Bp1p/7k1/6s2 w r4g3s4n4l16p 1", Mate(4), Mate(4), Mate(2), Mate(2);
            interpositions_do_not_matter: "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", Mate(7), Mate(7), Mate(7), Mate(7);
        }
    };
}
