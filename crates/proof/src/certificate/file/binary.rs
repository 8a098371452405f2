//! The compact format.

use super::error::FileError;
use crate::certificate::{Certificate, Claim, ComposedEntry, Entry, Placement, code, piece};
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::num::NonZeroU16;
use std::rc::Rc;
use zstd::stream::{read::Decoder, write::Encoder};

/// The first byte of every Zstandard frame.
pub(super) const FIRST_BYTE: u8 = 0x28;

const MAGIC: &[u8] = b"tsume proof";
const VERSION: u64 = 1;
const ID_MAX: usize = 4096;

/// The level of compression. Higher levels can take longer than the search for the answer.
const LEVEL: i32 = 6;

/// The largest window of a frame, as a power of two: 8 MiB of memory.
const WINDOW_LOG_MAX: u32 = 23;

/// The bytes of memory that an entry may take until it is checked.
const MEMORY_PER_ENTRY: u64 = 256;

/// The most entries for each byte of the packed file, in addition to [`ENTRIES_IN_ANY_FILE`]. No proof
/// packs so well: a file with more entries is made to fill the memory.
const ENTRIES_PER_BYTE: u64 = 4;
/// The entries that a file of any size may have.
const ENTRIES_IN_ANY_FILE: u64 = 1 << 17;

type Board = [Option<Piece>; Square::COUNT];

pub(super) struct BinaryWriter<W: Write> {
    out: Encoder<'static, W>,
    buffer: Vec<u8>,
}

impl<W: Write> BinaryWriter<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let mut out = Encoder::new(out, LEVEL)?;
        out.include_checksum(true)?;
        out.write_all(MAGIC)?;
        out.write_all(&[VERSION as u8])?;
        Ok(Self {
            out,
            buffer: Vec::new(),
        })
    }

    pub(super) fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        let Certificate {
            id,
            setup,
            attacker,
            lines,
            claim,
            entries,
            composed,
            brinkmates,
        } = certificate;
        let id = &id[..id.floor_char_boundary(ID_MAX)];
        self.buffer.push(1);
        self.number(id.len() as u64);
        self.buffer.extend(id.as_bytes());
        self.buffer.push(
            match claim {
                Claim::MateWithin(_) => 0,
                Claim::NoMate => 1,
                Claim::NoMateWithin(_) => 2,
                Claim::ComposedMateWithin(_) => 3,
                Claim::NoComposedMateWithin(_) => 4,
                Claim::BrinkmateWithin(_) => 5,
                Claim::NoBrinkmateWithin(_) => 6,
            } + if lines.is_empty() { 0 } else { LINES },
        );
        self.number(claim.plies().unwrap_or(0).into());
        if !lines.is_empty() {
            self.lines(lines);
        }
        self.buffer
            .extend([attacker.index() as u8, setup.turn.index() as u8]);
        self.buffer.extend(setup.board.map(code));
        for hand in setup.hands {
            let counts = PieceKind::HAND.map(|kind| hand.count(kind) as u8);
            self.buffer.extend(counts);
        }
        let mut board = setup.board;
        let mut hand = setup.hands[attacker.index()];
        for entry in entries {
            self.entry(entry, &mut board, &mut hand);
            if claim.has_mates()
                && let Some(mv) = entry.mv
            {
                self.mv(mv);
            }
            self.flush_when_full()?;
        }
        self.buffer.push(0);
        if claim.is_composed() {
            for composed_entry in composed {
                let entry = &composed_entry.entry;
                self.entry(entry, &mut board, &mut hand);
                self.number(composed_entry.vanished.bits().into());
                match entry.mv {
                    Some(mv) => self.mv(mv),
                    None if composed_entry.robust => self.buffer.push(ROBUST),
                    None => self.buffer.push(NO_MOVE),
                }
                self.flush_when_full()?;
            }
            self.buffer.push(0);
        }
        if claim.is_brinkmate() {
            for entry in brinkmates {
                self.entry(entry, &mut board, &mut hand);
                match entry.mv {
                    Some(mv) => self.mv(mv),
                    None => self.buffer.push(NO_MOVE),
                }
                self.flush_when_full()?;
            }
            self.buffer.push(0);
        }
        self.flush()
    }

    fn lines(&mut self, lines: &[Vec<Move>]) {
        self.number(lines.len() as u64);
        for line in lines {
            self.number(line.len() as u64);
            for &mv in line {
                self.mv(mv);
            }
        }
    }

    /// Writes an entry without its move, as the difference from `board` and `hand`, and sets these to
    /// its own.
    fn entry(&mut self, entry: &Entry, board: &mut Board, hand: &mut Hand) {
        let next = entry.board.board();
        let changed = |&square: &Square| next[square.index()] != board[square.index()];
        self.number(1 + Square::all().filter(changed).count() as u64);
        for square in Square::all().filter(changed) {
            let cell = code(next[square.index()]);
            self.buffer.extend([square.index() as u8, cell]);
        }
        self.number((entry.hand.bits() ^ hand.bits()).into());
        self.number(entry.plies.map_or(0, NonZeroU16::get).into());
        (*board, *hand) = (next, entry.hand);
    }

    fn mv(&mut self, mv: Move) {
        let source = match (mv.from(), mv.dropped()) {
            (Some(from), _) => from.index() as u8 | if mv.promotes() { 128 } else { 0 },
            (None, kind) => DROP + kind.map_or(0, PieceKind::index) as u8,
        };
        self.buffer.extend([source, mv.to().index() as u8]);
    }

    fn flush_when_full(&mut self) -> io::Result<()> {
        if self.buffer.len() > 1 << 16 {
            self.flush()?;
        }
        Ok(())
    }

    fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.buffer.push(number as u8 | 128);
            number >>= 7;
        }
        self.buffer.push(number as u8);
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&[0])?;
        self.out.finish()
    }
}

/// The origin of a drop is this number plus the kind.
const DROP: u8 = 81;

/// The byte in place of a move if there is none.
const NO_MOVE: u8 = 255;

/// The byte in place of a move for a no-mate that is marked as robust.
const ROBUST: u8 = 254;

/// The bit set in the code of a claim that has lines.
const LINES: u8 = 8;

/// A reader that counts the bytes read through it.
struct Counted<R> {
    input: R,
    bytes: Rc<Cell<u64>>,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}

pub(super) struct BinaryReader<R: BufRead> {
    input: BufReader<Decoder<'static, BufReader<Counted<R>>>>,
    /// Bytes of the packed file read so far.
    packed: Rc<Cell<u64>>,
    /// Bytes of the unpacked file read so far.
    unpacked: u64,
    /// Entries of the file read so far.
    entries: u64,
    /// Entries of the current certificate read so far.
    entries_here: u64,
    memory: u64,
}

impl<R: BufRead> BinaryReader<R> {
    pub(super) fn new(input: R, memory: u64) -> Result<Self, FileError> {
        let packed = Rc::new(Cell::new(0));
        let bytes = Rc::clone(&packed);
        let mut decoder = Decoder::new(Counted { input, bytes })?;
        decoder.window_log_max(WINDOW_LOG_MAX)?;
        let mut reader = Self {
            input: BufReader::new(decoder),
            packed,
            unpacked: 0,
            entries: 0,
            entries_here: 0,
            memory,
        };
        for &expected in MAGIC {
            if reader.byte()? != expected {
                return Err(FileError::NotAProof);
            }
        }
        match reader.number()? {
            VERSION => Ok(reader),
            version => Err(FileError::Version(version)),
        }
    }

    /// Returns the next certificate; `None` after the last.
    pub(super) fn next(&mut self) -> Option<Result<Certificate, FileError>> {
        match self.byte() {
            Ok(0) => match self.input.fill_buf() {
                Ok([]) => None,
                Ok(_) => Some(Err(self.malformed("something follows the end"))),
                Err(error) => Some(Err(error.into())),
            },
            Ok(1) => Some(self.certificate()),
            Ok(_) => Some(Err(self.malformed("no certificate where one should begin"))),
            Err(error) => Some(Err(error)),
        }
    }

    fn certificate(&mut self) -> Result<Certificate, FileError> {
        self.entries_here = 0;
        let id = self.id()?;
        let kind = self.byte()?;
        let claim = self.claim(kind & !LINES)?;
        let lines = if kind & LINES == 0 {
            Vec::new()
        } else {
            self.lines()?
        };
        let attacker = self.color()?;
        let setup = self.setup()?;
        let mut board = setup.board;
        let mut hand = setup.hands[attacker.index()];
        let mut entries = Vec::new();
        while let Some(mut entry) = self.entry(&mut board, &mut hand)? {
            if claim.has_mates() {
                entry.mv = Some(self.mv()?);
            }
            entries.push(entry);
        }
        let mut composed = Vec::new();
        while claim.is_composed()
            && let Some(mut entry) = self.entry(&mut board, &mut hand)?
        {
            let vanished = self.hand(0)?;
            let mut robust = false;
            match self.byte()? {
                NO_MOVE => {}
                ROBUST => robust = true,
                source => entry.mv = Some(self.mv_from(source)?),
            }
            composed.push(ComposedEntry {
                entry,
                vanished,
                robust,
            });
        }
        let mut brinkmates = Vec::new();
        while claim.is_brinkmate()
            && let Some(mut entry) = self.entry(&mut board, &mut hand)?
        {
            entry.mv = self.mv_or_none()?;
            brinkmates.push(entry);
        }
        Ok(Certificate {
            id,
            setup,
            attacker,
            lines,
            claim,
            entries,
            composed,
            brinkmates,
        })
    }

    fn id(&mut self) -> Result<String, FileError> {
        let length = self.number()?;
        if length > ID_MAX as u64 {
            return Err(self.malformed("the name is too long"));
        }
        let mut id = vec![0; length as usize];
        for byte in &mut id {
            *byte = self.byte()?;
        }
        String::from_utf8(id).map_err(|_| self.malformed("the name is not UTF-8"))
    }

    /// Reads the plies of a claim of this kind.
    fn claim(&mut self, kind: u8) -> Result<Claim, FileError> {
        let plies = u32::try_from(self.number()?)
            .map_err(|_| self.malformed("the number of plies is too large"))?;
        Ok(match (kind, plies) {
            (0, plies) => Claim::MateWithin(plies),
            (1, 0) => Claim::NoMate,
            (2, plies) => Claim::NoMateWithin(plies),
            (3, plies) => Claim::ComposedMateWithin(plies),
            (4, plies) => Claim::NoComposedMateWithin(plies),
            (5, plies) => Claim::BrinkmateWithin(plies),
            (6, plies) => Claim::NoBrinkmateWithin(plies),
            _ => return Err(self.malformed("no such claim")),
        })
    }

    fn setup(&mut self) -> Result<Setup, FileError> {
        let mut setup = Setup {
            turn: self.color()?,
            ..Setup::empty()
        };
        for cell in &mut setup.board {
            *cell = self.cell()?;
        }
        for hand in &mut setup.hands {
            for kind in PieceKind::HAND {
                let count = self.byte()?;
                if count > PieceKind::SET[kind.index()] {
                    return Err(self.malformed("more in hand than there is"));
                }
                *hand = hand.with(kind, count.into());
            }
        }
        Ok(setup)
    }

    fn lines(&mut self) -> Result<Vec<Vec<Move>>, FileError> {
        let mut lines = Vec::new();
        for _ in 0..self.number()? {
            let mut line = Vec::new();
            self.count_entry()?;
            for _ in 0..self.number()? {
                self.count_entry()?;
                line.push(self.mv()?);
            }
            lines.push(line);
        }
        if lines.is_empty() {
            return Err(self.malformed("no moves where some should be"));
        }
        Ok(lines)
    }

    /// Counts an entry, a line or a move of a line, and refuses it if there are too many.
    fn count_entry(&mut self) -> Result<(), FileError> {
        self.entries += 1;
        self.entries_here += 1;
        if self.entries_here > self.memory / MEMORY_PER_ENTRY {
            let memory = self.memory;
            return Err(FileError::TooLarge { memory });
        }
        if self.entries > ENTRIES_IN_ANY_FILE + ENTRIES_PER_BYTE * self.packed.get() {
            return Err(self.malformed("more positions than a file of this size can prove"));
        }
        Ok(())
    }

    /// Returns the next entry, without its move; `None` after the last.
    fn entry(&mut self, board: &mut Board, hand: &mut Hand) -> Result<Option<Entry>, FileError> {
        let Some(changed) = self.number()?.checked_sub(1) else {
            return Ok(None);
        };
        if changed > Square::COUNT as u64 {
            return Err(self.malformed("more squares than a board has"));
        }
        self.count_entry()?;
        for _ in 0..changed {
            let square = self.square()?;
            board[square.index()] = self.cell()?;
        }
        *hand = self.hand(hand.bits())?;
        let plies = u16::try_from(self.number()?)
            .map_err(|_| self.malformed("the number of plies is too large"))?;
        Ok(Some(Entry {
            board: Placement::new(board),
            hand: *hand,
            plies: NonZeroU16::new(plies),
            mv: None,
        }))
    }

    /// Reads a hand that is written as the exclusive-or with the bits of another.
    fn hand(&mut self, other_bits: u32) -> Result<Hand, FileError> {
        let bits = u32::try_from(self.number()?).unwrap_or(u32::MAX) ^ other_bits;
        let hand = Hand::from_bits(bits);
        if hand.bits() == bits {
            Ok(hand)
        } else {
            Err(self.malformed("no such hand"))
        }
    }

    fn mv_or_none(&mut self) -> Result<Option<Move>, FileError> {
        match self.byte()? {
            NO_MOVE => Ok(None),
            source => self.mv_from(source).map(Some),
        }
    }

    fn mv(&mut self) -> Result<Move, FileError> {
        let source = self.byte()?;
        self.mv_from(source)
    }

    /// Reads the rest of a move after its first byte.
    fn mv_from(&mut self, source: u8) -> Result<Move, FileError> {
        let to = self.square()?;
        if let Some(from) = Square::from_index(usize::from(source & 127)) {
            if from == to {
                return Err(self.malformed("a move ends on the square where it begins"));
            }
            return Ok(Move::board(from, to, source & 128 != 0));
        }
        let kind = source
            .checked_sub(DROP)
            .and_then(|index| PieceKind::HAND.get(usize::from(index)));
        match kind {
            Some(&kind) => Ok(Move::drop(kind, to)),
            None => Err(self.malformed("no such move")),
        }
    }

    fn color(&mut self) -> Result<Color, FileError> {
        match Color::ALL.get(usize::from(self.byte()?)) {
            Some(&color) => Ok(color),
            None => Err(self.malformed("no such side")),
        }
    }

    fn square(&mut self) -> Result<Square, FileError> {
        let index = self.byte()?;
        Square::from_index(index.into()).ok_or_else(|| self.malformed("no such square"))
    }

    fn cell(&mut self) -> Result<Option<Piece>, FileError> {
        match self.byte()? {
            0 => Ok(None),
            code => match piece(code) {
                Some(piece) => Ok(Some(piece)),
                None => Err(self.malformed("no such piece")),
            },
        }
    }

    fn number(&mut self) -> Result<u64, FileError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(self.malformed("the number is too large"))
    }

    fn byte(&mut self) -> Result<u8, FileError> {
        let byte = match self.input.fill_buf() {
            Ok(bytes) => bytes.first().copied(),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => return Err(error.into()),
        };
        let byte = byte.ok_or(FileError::Truncated)?;
        self.input.consume(1);
        self.unpacked += 1;
        Ok(byte)
    }

    fn malformed(&self, what: &'static str) -> FileError {
        FileError::Malformed {
            what,
            at: self.unpacked,
        }
    }
}
