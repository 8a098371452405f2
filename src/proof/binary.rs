//! The compact form.

use super::ProofError;
use crate::certificate::{Certificate, Claim, Entry, Placement, code, piece};
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

/// How hard the compression tries: above this it takes longer than the search.
const LEVEL: i32 = 6;

/// The largest window of a frame, as a power of two: 8 MiB of memory.
const WINDOW_LOG_MAX: u32 = 23;

/// A file may hold so many entries for each byte it has, and so many in any case. A proof needs
/// a byte or more for an entry; a file that claims to do with less is there to fill the
/// memory.
const ENTRIES_PER_BYTE: u64 = 4;
const ENTRIES_ALWAYS: u64 = 1 << 17;

type Board = [Option<Piece>; Square::COUNT];

pub(super) struct Writer<W: Write> {
    out: Encoder<'static, W>,
    buffer: Vec<u8>,
}

impl<W: Write> Writer<W> {
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
            claim,
            entries,
        } = certificate;
        let id = &id[..id.floor_char_boundary(ID_MAX)];
        self.buffer.push(1);
        self.number(id.len() as u64);
        self.buffer.extend(id.as_bytes());
        self.buffer.push(match claim {
            Claim::MateWithin(_) => 0,
            Claim::NoMate => 1,
            Claim::NoMateWithin(_) => 2,
        });
        self.number(claim.plies().unwrap_or(0).into());
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
            self.entry(entry, &mut board, &mut hand, claim.is_mate());
            if self.buffer.len() > 1 << 16 {
                self.flush()?;
            }
        }
        self.buffer.push(0);
        self.flush()
    }

    fn entry(&mut self, entry: &Entry, board: &mut Board, hand: &mut Hand, is_mate: bool) {
        let next = entry.board.board();
        let changed = |&square: &Square| next[square.index()] != board[square.index()];
        self.number(1 + Square::all().filter(changed).count() as u64);
        for square in Square::all().filter(changed) {
            let cell = code(next[square.index()]);
            self.buffer.extend([square.index() as u8, cell]);
        }
        self.number((entry.hand.bits() ^ hand.bits()).into());
        self.number(entry.plies.map_or(0, NonZeroU16::get).into());
        if is_mate && let Some(mv) = entry.mv {
            let source = match (mv.from(), mv.dropped()) {
                (Some(from), _) => from.index() as u8 | if mv.promotes() { 128 } else { 0 },
                (None, kind) => DROP + kind.map_or(0, PieceKind::index) as u8,
            };
            self.buffer.extend([source, mv.to().index() as u8]);
        }
        (*board, *hand) = (next, entry.hand);
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

/// What stands for a drop of the first kind where a square would be.
const DROP: u8 = 81;

/// Counts what is read from a file.
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

pub(super) struct Reader<R: BufRead> {
    input: BufReader<Decoder<'static, BufReader<Counted<R>>>>,
    /// Bytes of the packed file so far.
    packed: Rc<Cell<u64>>,
    /// Bytes of the unpacked file so far.
    at: u64,
    entries: u64,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Result<Self, ProofError> {
        let packed = Rc::new(Cell::new(0));
        let bytes = Rc::clone(&packed);
        let mut decoder = Decoder::new(Counted { input, bytes })?;
        decoder.window_log_max(WINDOW_LOG_MAX)?;
        let mut reader = Self {
            input: BufReader::new(decoder),
            packed,
            at: 0,
            entries: 0,
        };
        for &expected in MAGIC {
            if reader.byte()? != expected {
                return Err(ProofError::NotAProof);
            }
        }
        match reader.number()? {
            VERSION => Ok(reader),
            version => Err(ProofError::Version(version)),
        }
    }

    /// The next certificate; `None` after the last.
    pub(super) fn next(&mut self) -> Option<Result<Certificate, ProofError>> {
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

    fn certificate(&mut self) -> Result<Certificate, ProofError> {
        let length = self.number()?;
        if length > ID_MAX as u64 {
            return Err(self.malformed("the name is too long"));
        }
        let mut id = vec![0; length as usize];
        for byte in &mut id {
            *byte = self.byte()?;
        }
        let id = String::from_utf8(id).map_err(|_| self.malformed("the name is not UTF-8"))?;
        let kind = self.byte()?;
        let plies = u32::try_from(self.number()?)
            .map_err(|_| self.malformed("the number of plies is too large"))?;
        let claim = match (kind, plies) {
            (0, plies) => Claim::MateWithin(plies),
            (1, 0) => Claim::NoMate,
            (2, plies) => Claim::NoMateWithin(plies),
            _ => return Err(self.malformed("no such claim")),
        };
        let attacker = self.color()?;
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
        let entries = self.entries(&setup, attacker, claim.is_mate())?;
        Ok(Certificate {
            id,
            setup,
            attacker,
            claim,
            entries,
        })
    }

    fn entries(
        &mut self,
        setup: &Setup,
        attacker: Color,
        is_mate: bool,
    ) -> Result<Vec<Entry>, ProofError> {
        let mut entries = Vec::new();
        let mut board = setup.board;
        let mut hand = setup.hands[attacker.index()];
        loop {
            let Some(changed) = self.number()?.checked_sub(1) else {
                return Ok(entries);
            };
            if changed > Square::COUNT as u64 {
                return Err(self.malformed("more squares than a board has"));
            }
            self.entries += 1;
            if self.entries > ENTRIES_ALWAYS + ENTRIES_PER_BYTE * self.packed.get() {
                return Err(self.malformed("more positions than a file of this size can prove"));
            }
            for _ in 0..changed {
                let square = self.square()?;
                board[square.index()] = self.cell()?;
            }
            let bits = u32::try_from(self.number()?).unwrap_or(u32::MAX) ^ hand.bits();
            hand = Hand::from_bits(bits);
            if hand.bits() != bits {
                return Err(self.malformed("no such hand"));
            }
            let plies = u16::try_from(self.number()?)
                .map_err(|_| self.malformed("the number of plies is too large"))?;
            let mv = if is_mate { Some(self.check()?) } else { None };
            entries.push(Entry {
                board: Placement::new(&board),
                hand,
                plies: NonZeroU16::new(plies),
                mv,
            });
        }
    }

    fn check(&mut self) -> Result<Move, ProofError> {
        let source = self.byte()?;
        let to = self.square()?;
        if let Some(from) = Square::from_index(usize::from(source & 127)) {
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

    fn color(&mut self) -> Result<Color, ProofError> {
        match Color::ALL.get(usize::from(self.byte()?)) {
            Some(&color) => Ok(color),
            None => Err(self.malformed("no such side")),
        }
    }

    fn square(&mut self) -> Result<Square, ProofError> {
        let index = self.byte()?;
        Square::from_index(index.into()).ok_or_else(|| self.malformed("no such square"))
    }

    fn cell(&mut self) -> Result<Option<Piece>, ProofError> {
        match self.byte()? {
            0 => Ok(None),
            code => match piece(code) {
                Some(piece) => Ok(Some(piece)),
                None => Err(self.malformed("no such piece")),
            },
        }
    }

    fn number(&mut self) -> Result<u64, ProofError> {
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

    fn byte(&mut self) -> Result<u8, ProofError> {
        let byte = match self.input.fill_buf() {
            Ok(bytes) => bytes.first().copied(),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => return Err(error.into()),
        };
        let byte = byte.ok_or(ProofError::Truncated)?;
        self.input.consume(1);
        self.at += 1;
        Ok(byte)
    }

    fn malformed(&self, what: &'static str) -> ProofError {
        ProofError::Malformed { what, at: self.at }
    }
}
