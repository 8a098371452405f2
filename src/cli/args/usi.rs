//! `tsume usi`.

use clap::Args;

pub(super) const ABOUT: &str = "\
Be a USI engine for a GUI: ShogiHome, ShogiGUI, 将棋所 and others.

Add this program to the engines of the GUI, with the argument `usi`, and ask it for a mate (詰み探索). \
For a GUI that knows no arguments, copy or link it under the name `tsume-usi`. \
It reads commands from standard input and writes answers to standard output until `quit` or the end \
of its input; either ends a search that is going on, so a script has to wait for its answer. Limits and rules are options of the engine, to be set in the GUI.";

pub(super) const EXAMPLES: &str = "\
Commands:
  go mate MS|infinite     `checkmate` with the line, `nomate`, `timeout` (not decided within the
                          limits) or `notimplemented` (there is nothing to be searched)
  go btime … | nodes N    `bestmove`: the first move of the mate, or `resign` where none is known
  go infinite             the same, when `stop` comes
  position sfen … moves … | startpos …, setoption, isready, usinewgame, stop, gameover, quit

Options of the engine (setoption name NAME value VALUE):
  USI_Hash                 memory for the tables, in MiB [256]
  Threads                  threads that work on one position [1]
  MultiPV                  with PostSearch=check, how many lines are told: the main line, and
                           those that prove the defects [10]
  NodesLimit               search nodes a position may take; 0: no limit [0]
  DepthLimit               the most plies a mate may take; 0: no limit [0]
  PvInterval               milliseconds between two lines of info [1000]
  Interpositions           off, terminal, standard, broad: which interpositions are futile (無駄合)
  PostSearch               first: any mate; shortest: the composed length, proven; check: every
                           cook (余詰) and other defect as well, as `info string`
  DefenderHand             given: what the position says; rest: the rest of the pieces; auto: the
                           rest where it says nothing, except from the start of a handicap game
  RootIsDefenderIfChecked  with two kings on the board, a side to move in check defends [false]
  Language                 en, ja: the language of `info string`; Japanese is written in UTF-8
                           [that of --lang or of the environment]

A side to move that is in check and has nobody to mate is the defender: the answer is its longest
defence. What is learnt from one position is kept for the next while the pieces in all are the same.

Exit status:
  0    `quit`, or the end of the input
  2    something could not be read or written";

/// Options of `tsume usi`: none of its own, for they come from the GUI.
#[derive(Args, Debug)]
pub struct UsiArgs {}
