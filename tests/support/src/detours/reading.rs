//! The choices that the text of the rule leaves.

/// Which replies the defender may choose from while the attacker avoids positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// The longest; of these those that leave nothing over, if there are such.
    Longest,
    /// Any that is no futile interposition.
    Any,
}

/// Which positions of a line may not be come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    Both,
    /// All but the mate.
    BothButMate,
    /// Turns of the attacker.
    Attacker,
}

/// When two positions with equal boards match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// The attacker holds the same if the alternative takes as many plies as the line, as much or more if
    /// it takes more.
    ByLength,
    /// The attacker holds as much or more.
    Superset,
    Equal,
}

/// How the text is read where it leaves a choice. See the [module](crate).
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub replies: Replies,
    pub turns: Turns,
    pub hands: Hands,
    /// Lines in which the attacker leaves the judged line for another check as fast are equal to it.
    pub duals: bool,
    /// A cook has to avoid the branching and what is before it, too.
    pub returns_first: bool,
}

impl Reading {
    pub const CHOSEN: Self = Self {
        replies: Replies::Longest,
        turns: Turns::Both,
        hands: Hands::ByLength,
        duals: false,
        returns_first: true,
    };

    /// The rule that this one replaces, which made the classes of `classes.tsv`.
    pub const OLDER: Self = Self { replies: Replies::Any, turns: Turns::Attacker, hands: Hands::Equal, ..Self::CHOSEN };

    /// Other readings, by name.
    pub const OTHERS: [(&str, Self); 6] = [
        ("duals", Self { duals: true, ..Self::CHOSEN }),
        ("literal", Self { returns_first: false, ..Self::CHOSEN }),
        ("but_mate", Self { turns: Turns::BothButMate, ..Self::CHOSEN }),
        ("attacker_turns", Self { turns: Turns::Attacker, ..Self::CHOSEN }),
        ("more_in_hand", Self { hands: Hands::Superset, ..Self::CHOSEN }),
        ("any_reply", Self { replies: Replies::Any, ..Self::CHOSEN }),
    ];
}
