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

/// The longest text of a diagram with its line and opcodes.
const MAX_TEXT_BYTES: usize = 40_000;

/// The most moves of a line.
const MAX_MOVES: usize = 4_000;

/// Reads the fields of this type from a request. Other fields are ignored.
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
    /// The id; without it, that in the text of the diagram.
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    attacker: AttackerRule,
    #[serde(default)]
    hand: DefenderHandRule,
    /// The kind of question; without it, that of the goal in the text of the diagram.
    #[serde(default)]
    goal: Option<QuestionKind>,
}

/// The kind of question about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum QuestionKind {
    /// Judge a problem whose goal is a mate.
    #[serde(alias = "check")]
    Mate,
    /// Find the mate, without a judgement.
    Solve,
    /// Judge a problem whose goal is a brinkmate (必至).
    Brinkmate,
    /// Find out whether a position is a threatmate (詰めろ), and which defences hold.
    Threatmate,
}

impl QuestionKind {
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
    /// The opcodes of the text, such as a length or a name.
    pub opcodes: Vec<Opcode>,
    pub attacker: AttackerRule,
    pub hand: DefenderHandRule,
    pub kind: QuestionKind,
}

impl Board {
    /// Reads the diagram and the line of a request.
    pub fn of(request: &Value) -> Result<Self, Fault> {
        let given: Fields = fields(request)?;
        if given.sfen.len() > MAX_TEXT_BYTES || given.moves.len() > MAX_MOVES {
            return Err(too_long());
        }
        let record = sfen::parse(&given.sfen).map_err(|error| Fault::from(&error))?;
        let moves: Result<Vec<Move>, Fault> = given.moves.iter().map(|it| read_move(it)).collect();
        let mut moves = moves?;
        let text_goal = named_goal(Some(&record), None, None).and_then(Result::ok);
        if moves.is_empty() {
            moves = record.moves;
        }
        if moves.len() > MAX_MOVES {
            return Err(too_long());
        }
        Ok(Self {
            setup: record.setup,
            moves,
            id: given.id,
            opcodes: record.tail,
            attacker: given.attacker,
            hand: given.hand,
            kind: given
                .goal
                .unwrap_or_else(|| QuestionKind::of(text_goal.unwrap_or_default())),
        })
    }

    /// Returns the id that the request or its text gives the problem, else `problem`.
    pub fn name(&self) -> &str {
        let opcode = self.opcodes.iter().find(|it| it.key == "id");
        let id = self.id.as_deref().or(opcode.map(|it| &*it.value));
        id.filter(|it| !it.is_empty()).unwrap_or("problem")
    }

    /// Returns the problem with this diagram, or every reason why the diagram is not legal.
    pub fn try_problem(&self) -> Result<Problem, Vec<SetupProblem>> {
        Problem::for_goal(self.goal(), self.setup.clone(), self.attacker, self.hand)
    }

    /// Returns the goal of the problem.
    pub const fn goal(&self) -> Goal {
        self.kind.goal()
    }

    /// Returns the problem with this diagram.
    ///
    /// # Errors
    /// If the diagram is not legal.
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
