//! The words of certificates and their verification.

words! {
    /// A kind of claim that a certificate proves.
    ClaimKind {
        /// The attacker forces mate within a number of plies.
        MateWithin = "mate_within";
        /// The attacker cannot force mate.
        NoMate = "no_mate";
        /// The attacker cannot force mate within a number of plies.
        NoMateWithin = "no_mate_within";
        /// The attacker forces mate within a number of composed plies.
        ComposedMateWithin = "composed_mate_within";
        /// The attacker cannot force mate within a number of composed plies.
        NoComposedMateWithin = "no_composed_mate_within";
        /// The attacker forces a brinkmate or a mate within a number of plies.
        BrinkmateWithin = "brinkmate_within";
        /// The attacker can force neither mate nor, within a number of plies, a brinkmate.
        NoBrinkmateWithin = "no_brinkmate_within";
    }
}

words! {
    /// Whether a certificate proves its claim.
    #[derive(Default)]
    ProofVerdict {
        /// It proves its claim.
        Proven = "proven";
        /// It does not prove its claim, which may be true all the same.
        Rejected = "rejected";
        /// It could not be read.
        #[default]
        Error = "error";
    }
}

words! {
    /// The kind of an error of a certificate or its file.
    ProofErrorKind {
        /// The certificate does not prove its claim.
        Rejected = "rejected";
        /// The file is damaged.
        Malformed = "malformed";
        /// The file cannot be read.
        Io = "io";
        /// A limit of time or memory was reached, or the check was interrupted.
        Limit = "limit";
    }
}

words! {
    /// A claim that certificates do not prove of a problem.
    MissingClaim {
        /// That there is a mate, or that there is none.
        Answer = "answer", "mate or no mate", "詰むか詰まないか";
        /// The composed length.
        Length = "length", "the length", "手数";
        /// The length that the problem states: another one is proven, or there is no mate.
        ExpectedPlies = "expected_plies", "the stated length", "表示の手数";
        /// That, along one line of best play, a single check can mate at each turn of the attacker but the last.
        OneSolution = "one_solution", "that no other check mates", "余詰のないこと";
        /// Anything: the record is not a problem.
        Problem = "problem", "a problem", "問題";
    }
}
