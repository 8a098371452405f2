//! The diagram and the line of a request.

use super::fault::{Fault, FaultKind};
use crate::answer::illegal::not_legal;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::judge::named_goal;
use crate::notation::sfen::{self, Opcode};
use crate::notation::usi;
use crate::said::Said;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Move, Setup};
use crate::vocabulary::Lang;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest text of a diagram, a line and opcodes, in bytes.
const LONGEST_TEXT: usize = 40_000;

/// The most moves of a line.
const MOST_MOVES: usize = 4_000;

/// Reads the fields of a request that this type names.
pub(super) fn fields<T: DeserializeOwned>(request: &Value) -> Result<T, Fault> {
    T::deserialize(request).map_err(|error| Fault::request(&error))
}

/// Returns the language of a request.
#[must_use]
pub fn lang_of(request: &Value) -> Lang {
    match request.get("lang").and_then(Value::as_str) {
        Some(locale) => Lang::of_locale(locale),
        None => Lang::English,
    }
}

/// The fields about a diagram.
#[derive(Debug, Deserialize)]
struct Fields {
    sfen: String,
    /// Without it, the name is that of the diagram's text.
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    attacker: AttackerRule,
    #[serde(default)]
    hand: DefenderHandRule,
    /// Without it, the goal is that of the diagram's text.
    #[serde(default)]
    goal: Option<Asked>,
}

/// The question about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Asked {
    /// Judge it; it is to end with a mate.
    #[serde(alias = "check")]
    Mate,
    /// Find the mate, without a judgement.
    Solve,
    /// Judge it; it is to end with a brinkmate (必至).
    Brinkmate,
    /// Find out whether it is a threatmate (詰めろ), and which defences hold.
    Threatmate,
}

impl Asked {
    /// Returns the question about a problem with this goal.
    const fn of(goal: Goal) -> Self {
        match goal {
            Goal::Mate => Self::Mate,
            Goal::Brinkmate => Self::Brinkmate,
            Goal::Threatmate => Self::Threatmate,
        }
    }

    /// Returns the goal of the problem.
    pub const fn goal(self) -> Goal {
        match self {
            Self::Mate | Self::Solve => Goal::Mate,
            Self::Brinkmate => Goal::Brinkmate,
            Self::Threatmate => Goal::Threatmate,
        }
    }
}

/// The diagram of a request, legal or not, and the line after it.
#[derive(Debug)]
pub(super) struct Board {
    id: Option<String>,
    pub setup: Setup,
    pub moves: Vec<Move>,
    /// What the text says besides, such as a length or a name.
    pub opcodes: Vec<Opcode>,
    pub attacker: AttackerRule,
    pub hand: DefenderHandRule,
    pub asked: Asked,
}

impl Board {
    /// Reads the diagram and the line of a request.
    pub fn of(request: &Value) -> Result<Self, Fault> {
        let asked: Fields = fields(request)?;
        if asked.sfen.len() > LONGEST_TEXT || asked.moves.len() > MOST_MOVES {
            return Err(too_long());
        }
        let record = sfen::parse(&asked.sfen).map_err(|error| Fault::from(&error))?;
        let moves: Result<Vec<Move>, Fault> = asked.moves.iter().map(|it| read_move(it)).collect();
        let mut moves = moves?;
        let own = named_goal(Some(&record), None, None).and_then(Result::ok);
        if moves.is_empty() {
            moves = record.moves;
        }
        if moves.len() > MOST_MOVES {
            return Err(too_long());
        }
        Ok(Self {
            setup: record.setup,
            moves,
            id: asked.id,
            opcodes: record.tail,
            attacker: asked.attacker,
            hand: asked.hand,
            asked: asked
                .goal
                .unwrap_or_else(|| Asked::of(own.unwrap_or_default())),
        })
    }

    /// Returns the name that the request or its text gives the problem, or a usual one.
    pub fn name(&self) -> &str {
        let opcode = self.opcodes.iter().find(|it| it.key == "id");
        let named = self.id.as_deref().or(opcode.map(|it| &*it.value));
        named.filter(|it| !it.is_empty()).unwrap_or("problem")
    }

    /// Returns the problem that the diagram stands for, or every reason why it stands for none.
    pub fn try_problem(&self) -> Result<Problem, Vec<SetupProblem>> {
        Problem::for_goal(self.goal(), self.setup.clone(), self.attacker, self.hand)
    }

    /// Returns the goal of the problem.
    pub const fn goal(&self) -> Goal {
        self.asked.goal()
    }

    /// Returns the problem that the diagram stands for.
    pub fn problem(&self) -> Result<Problem, Fault> {
        self.try_problem().map_err(|reasons| illegal(&reasons))
    }
}

fn too_long() -> Fault {
    let message = ["the diagram or its line is too long", "図か手順が長すぎる"];
    Fault::new(FaultKind::Request, message)
}

/// Reads a move in USI.
pub(super) fn read_move(text: &str) -> Result<Move, Fault> {
    usi::parse_move(text).map_err(|_| {
        let text = text.escape_debug();
        let message = both!("`{text}` is no move", "「{text}」は指し手でない");
        Fault::new(FaultKind::Move, message)
    })
}

/// Returns the fault of a diagram that is not a legal problem, with every reason.
pub(super) fn illegal(reasons: &[SetupProblem]) -> Fault {
    Fault::new(FaultKind::Illegal, reasons_in_words(reasons))
}

/// Returns every reason in one sentence.
pub(super) fn reasons_in_words(reasons: &[SetupProblem]) -> Said {
    let reasons: Vec<Said> = reasons.iter().map(not_legal).collect();
    Said::list(&reasons, ["; ", "、"])
}
