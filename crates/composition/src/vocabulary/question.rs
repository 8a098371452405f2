//! The words of questions: what is asked about a diagram, and by which rules.

words! {
    /// The goal (目的) of a problem.
    #[derive(Default)]
    Goal {
        /// A mate by continuous checks.
        #[default]
        Mate = "mate", "mate", "詰";
        /// A brinkmate (必至): a position in which every defence is mated.
        Brinkmate = "brinkmate", "brinkmate", "必至";
        /// With the defender to move: would he be mated after a pass (詰めろ), and after which defences?
        Threatmate = "threatmate", "threatmate", "詰めろ";
    }
}

impl Goal {
    /// Returns the goal with this name in English or Japanese.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Some(match word.trim() {
            "詰み" => Self::Mate,
            "必死" => Self::Brinkmate,
            word => {
                let mut all = Self::ALL.iter().copied();
                return all.find(|it| [it.word(), it.term()].contains(&word));
            }
        })
    }

    /// Returns the goal that a record names: by the first of these words that is not empty, else by its length
    /// (`3手必至`). `None` if it names none; the error is a word that is no goal.
    #[must_use]
    pub fn of_record<'a>(
        words: impl IntoIterator<Item = Option<&'a str>>,
        length: Option<&str>,
    ) -> Option<Result<Self, String>> {
        let mut words = words.into_iter().flatten();
        if let Some(word) = words.find(|it| !it.trim().is_empty()) {
            return Some(Self::named(word).ok_or_else(|| word.to_owned()));
        }
        let is_brinkmate = length.is_some_and(|it| it.contains("必至"));
        is_brinkmate.then_some(Ok(Self::Brinkmate))
    }

    /// Returns the English name, which [`Goal::named`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.word()
    }

    /// Returns whether the goal is a mate.
    #[must_use]
    pub fn is_mate(self) -> bool {
        self == Self::Mate
    }

    /// Returns whether problems with this goal begin with the defender, who need not be in check.
    #[must_use]
    pub const fn begins_with_defender(self) -> bool {
        matches!(self, Self::Threatmate)
    }
}

words! {
    /// Which interpositions (合駒) count as futile (無駄合).
    ///
    /// Exactly, with the lengths L of [`composed`](crate::length::composed): `Terminal`
    /// demands that L is 0 and the capture mate at once, by the checking piece or by another one that is
    /// then the only checker. `Standard` also lets the checking piece capture if the mate is not longer
    /// than L. `Broad` lets any piece capture, so that the grey classes (間接両王手 and the
    /// like) are futile.
    #[derive(Default)]
    Interpositions {
        /// No interposition is futile: the strict game, where every legal interposition counts.
        Off = "off", "every interposition counts", "合駒はすべて有効とする";
        /// Without the interposition it would be mate, and capturing the piece is mate at once.
        Terminal = "terminal", "futile in the narrow sense", "無駄合は狭い解釈";
        /// The checking piece captures, the captured piece is not used, and the mate is not longer than
        /// without the interposition. Where it would be mate without the interposition, another piece
        /// may capture if that is mate at once.
        #[default]
        Standard = "standard", "futile in the usual sense", "無駄合は標準の解釈";
        /// Any piece captures with check, the captured piece is not used, and the mate is not longer
        /// than without the interposition.
        Broad = "broad", "futile in the broad sense", "無駄合は広い解釈";
    }
}

words! {
    /// A profile of rules for judging a composition.
    #[derive(Default)]
    Rules {
        /// Fully unique (完全限定): nothing but the one line. Duals, equal defences and other last moves are fatal.
        Unique = "unique", "unique", "完全限定";
        /// Unique but for the last move and equal defences: transpositions and detours are fatal, duals are
        /// blemishes.
        Strict = "strict", "strict", "厳しい基準";
        /// The practice of magazines: transpositions and detours are blemishes, duals are minor.
        #[default]
        Standard = "standard", "standard", "標準の基準";
        /// For practice, as on スマホ詰パラ: longer variations (変長) are blemishes, too.
        Lenient = "lenient", "lenient", "緩い基準";
    }
}

words! {
    /// The dull things that composed problems may have.
    Allowance {
        /// A first move that captures without need: the piece could as well be in a hand, or is only
        /// fetched to be dropped.
        Captures = "captures";
        /// A promoted pawn, lance, knight or silver in the diagram.
        Promoted = "promoted";
        /// Low aesthetics, no piece that is given away, a piece that chases the king, or several last moves.
        Plain = "plain";
    }
}

words! {
    /// The rule that decides which side attacks (攻方).
    #[derive(Default)]
    AttackerRule {
        /// The side to move attacks; if it is in check and its opponent has no king, the opponent does.
        ///
        /// | king of the side to move | in check | king of the other side | attacker |
        /// |---|---|---|---|
        /// | absent | – | present | side to move |
        /// | present | yes | absent | other side (the defender is to move) |
        /// | present | no | present | side to move |
        /// | present | yes | present | side to move (双玉; it could also mean a defender to move) |
        /// | any | no | absent | an error: nothing to mate |
        #[default]
        Auto = "auto";
        /// Black (先手).
        Black = "black";
        /// White (後手).
        White = "white";
    }
}

words! {
    /// The rule that decides what the defender (受方) holds.
    #[derive(Default)]
    DefenderHandRule {
        /// The hand in the input; if the input gives none, the rest of the 40 pieces.
        #[default]
        Auto = "auto";
        /// The hand in the input, nothing else.
        Given = "given";
        /// Every piece that is neither on the board nor in the attacker's hand.
        Rest = "rest";
    }
}

words! {
    /// A sort of change that a repair makes.
    EditKind {
        /// A piece of either side more on the board.
        Add = "add";
        /// A piece less on the board.
        Remove = "remove";
        /// A piece on another square.
        Move = "move";
        /// Another kind in its place, or the same piece promoted or not.
        Swap = "swap";
        /// The same kind of the other side.
        Side = "side";
        /// A piece more or less in a hand.
        Hand = "hand";
        /// The whole diagram shifted.
        Shift = "shift";
    }
}

words! {
    /// The work of the engine after a mate is found.
    #[derive(Default)]
    PostSearch {
        /// Nothing: any mate is enough.
        First = "first";
        /// The composed length is proven, and the main line read.
        #[default]
        Shortest = "shortest";
        /// The composition is judged.
        Check = "check";
    }
}
