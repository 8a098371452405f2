//! Indexes in files.
//!
//! A file is one Zstandard frame with a check sum, with a window of at most 8 MiB. Unpacked it is the
//! bytes `tsume similar`, the version of the format (1), the problems, a 0, and the number of problems.
//! *n* stands for a number in little-endian base 128, seven bits to a byte, the top bit set on all
//! bytes but the last.
//!
//! | bytes | of a problem |
//! |---|---|
//! | 1 | 1: another problem |
//! | *n*, then *n* bytes | its id, UTF-8; nothing if it is `FILE:LINE` of its origin |
//! | *n* | its file: the number of the file in the order of their first problems, from 1; or 0 for the next one, whose name follows |
//! | *n*, then *n* bytes | only after 0: the name of the file, UTF-8 |
//! | *n* | its line in the file, from 1; 0 if it has none |
//! | *n*, then *n* bytes | the packed arrangement ([`Arrangement::pack`]) |
//! | *n*, then 2 each | the moves of the main line, with the attacker as Black ([`Move::bits`]), lower byte first |
//!
//! A file is refused as a whole if anything in it is not so.

use super::{Index, IndexedProblem};
use crate::composition::similar::{Arrangement, Known};
use crate::shogi::Move;
use std::io::{self, BufRead, BufReader, Read, Write};
use thiserror::Error;
use zstd::stream::{read::Decoder, write::Encoder};

/// The first bytes of every index, those of a Zstandard frame.
pub const FIRST_BYTES: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

const MAGIC: &[u8] = b"tsume similar";
const VERSION: u8 = 1;
const LEVEL: i32 = 3;
const WINDOW_LOG_MAX: u32 = 23;

/// The most bytes of a name.
const NAME_MAX: u64 = 1 << 16;
/// The most bytes of a packed arrangement.
const PACKED_MAX: u64 = 64;
/// The most moves of a line; longer lines are left out.
const LINE_MAX: usize = 1 << 16;

/// The reasons why an index cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The reader fails, or the compression is broken.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is another kind of file.
    #[error("this is not an index of similar works")]
    NotAnIndex,
    /// Written by another version of the program.
    #[error("version {0} of the format is not known")]
    Version(u8),
    /// It ends too soon.
    #[error("the file is cut short")]
    Truncated,
    /// Something that is not allowed in its place.
    #[error("{what} (problem {problem} of the index)")]
    Malformed {
        /// The error.
        what: &'static str,
        /// The problem, from 1.
        problem: usize,
    },
}

/// Writes an index to a file.
///
/// # Errors
/// If the writer fails.
pub fn write<W: Write>(index: &Index, out: W) -> io::Result<W> {
    let mut out = Encoder::new(out, LEVEL)?;
    out.include_checksum(true)?;
    out.write_all(MAGIC)?;
    out.write_all(&[VERSION])?;
    let mut buffer = Vec::new();
    let mut files = 0;
    for number in 0..index.len() {
        let (_, file, line) = index.names[number];
        let id = index.own_id(number);
        let id = &id[..id.floor_char_boundary(NAME_MAX as usize)];
        buffer.clear();
        buffer.push(1);
        text(id.as_bytes(), &mut buffer);
        // Files are numbered in the order of their first problems.
        if file == files {
            files += 1;
            let name = &index.files[file as usize];
            let name = &name[..name.floor_char_boundary(NAME_MAX as usize)];
            buffer.push(0);
            text(name.as_bytes(), &mut buffer);
        } else {
            put(u64::from(file) + 1, &mut buffer);
        }
        put(line.into(), &mut buffer);
        text(index.collection.packed(number), &mut buffer);
        let moves = index.collection.line(number);
        let moves = if moves.len() < LINE_MAX { moves } else { &[] };
        put(moves.len() as u64, &mut buffer);
        for mv in moves {
            buffer.extend(mv.bits().to_le_bytes());
        }
        out.write_all(&buffer)?;
    }
    buffer.clear();
    buffer.push(0);
    put(index.len() as u64, &mut buffer);
    out.write_all(&buffer)?;
    out.finish()
}

fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn text(bytes: &[u8], out: &mut Vec<u8>) {
    put(bytes.len() as u64, out);
    out.extend(bytes);
}

/// Reads the problems of an index, in their order.
///
/// # Errors
/// If it is no index, or is damaged anywhere.
pub fn read(input: impl Read) -> Result<Vec<IndexedProblem>, IndexError> {
    let mut input = BufReader::new(input);
    if !input.fill_buf()?.starts_with(&FIRST_BYTES) {
        return Err(IndexError::NotAnIndex);
    }
    let mut decoder = Decoder::with_buffer(input)?.single_frame();
    decoder.window_log_max(WINDOW_LOG_MAX)?;
    let mut reader = Reader {
        input: BufReader::with_capacity(1 << 16, decoder),
        files: Vec::new(),
        problems: Vec::new(),
    };
    reader.head()?;
    while reader.problem()? {}
    let Reader {
        mut input,
        problems,
        ..
    } = reader;
    // Reading on checks the sum; behind it nothing may follow.
    if input.read(&mut [0])? != 0 || input.into_inner().finish().read(&mut [0])? != 0 {
        return Err(IndexError::Malformed {
            what: "there is something behind the end",
            problem: problems.len(),
        });
    }
    Ok(problems)
}

struct Reader<R: BufRead> {
    input: R,
    files: Vec<String>,
    problems: Vec<IndexedProblem>,
}

impl<R: BufRead> Reader<R> {
    fn head(&mut self) -> Result<(), IndexError> {
        let mut magic = [0; MAGIC.len()];
        match self.exactly(&mut magic) {
            Err(IndexError::Truncated) => return Err(IndexError::NotAnIndex),
            read => read?,
        }
        if magic != *MAGIC {
            return Err(IndexError::NotAnIndex);
        }
        match self.byte()? {
            VERSION => Ok(()),
            other => Err(IndexError::Version(other)),
        }
    }

    /// Reads a problem; false if there is no other one.
    fn problem(&mut self) -> Result<bool, IndexError> {
        match self.byte()? {
            1 => {}
            0 => {
                return if self.number()? == self.problems.len() as u64 {
                    Ok(false)
                } else {
                    Err(self.malformed("the number of problems is wrong"))
                };
            }
            _ => return Err(self.malformed("a problem begins with 1")),
        }
        let id = self.name()?;
        let file = match self.number()? {
            0 => {
                let name = self.name()?;
                self.files.push(name);
                self.files.len() - 1
            }
            number => number as usize - 1,
        };
        let Some(file) = self.files.get(file).cloned() else {
            return Err(self.malformed("there is no file with this number"));
        };
        let line = self.number()?;
        let Ok(line) = u32::try_from(line) else {
            return Err(self.malformed("the line is too large"));
        };
        let line = (line > 0).then_some(line as usize);
        let packed = self.bytes(PACKED_MAX)?;
        let Ok(arrangement) = Arrangement::unpack(&packed) else {
            return Err(self.malformed("this is no legal diagram"));
        };
        let moves = self.number()?;
        if moves >= LINE_MAX as u64 {
            return Err(self.malformed("the line is too long"));
        }
        let mut main_line = Vec::new();
        for _ in 0..moves {
            let bits = u16::from_le_bytes([self.byte()?, self.byte()?]);
            let Some(mv) = Move::from_bits(bits) else {
                return Err(self.malformed("this is no move"));
            };
            main_line.push(mv);
        }
        let id = if id.is_empty() {
            crate::input::Origin::new(&*file, line).to_string()
        } else {
            id
        };
        let known = Known {
            arrangement,
            line: main_line,
        };
        self.problems.push(IndexedProblem {
            id,
            file,
            line,
            known,
        });
        Ok(true)
    }

    fn malformed(&self, what: &'static str) -> IndexError {
        IndexError::Malformed {
            what,
            problem: self.problems.len() + 1,
        }
    }

    fn name(&mut self) -> Result<String, IndexError> {
        let bytes = self.bytes(NAME_MAX)?;
        String::from_utf8(bytes).map_err(|_| self.malformed("a name is not UTF-8"))
    }

    fn bytes(&mut self, most: u64) -> Result<Vec<u8>, IndexError> {
        let length = self.number()?;
        if length > most {
            return Err(self.malformed("something is too long"));
        }
        let mut bytes = vec![0; length as usize];
        self.exactly(&mut bytes)?;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, IndexError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(self.malformed("a number is too large"))
    }

    fn byte(&mut self) -> Result<u8, IndexError> {
        let mut byte = [0];
        self.exactly(&mut byte)?;
        Ok(byte[0])
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> Result<(), IndexError> {
        self.input.read_exact(bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                IndexError::Truncated
            } else {
                IndexError::Io(error)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::{AttackerRule, DefenderHandRule};
    use crate::input::{Records, Source};
    use crate::judge::Intake;

    fn problems() -> Vec<IndexedProblem> {
        let lines = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n\
            6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1 moves 3a3d+ 1d1e 3d2d 1e1f 2d2f; id \"五手\"\n\
            {\"sfen\":\"9/9/9/9/9/9/4p4/9/4K4 w g 1\",\"id\":\"x\",\"solution\":[\"G*5h\"]}\n";
        let input: Box<dyn BufRead + Send> = Box::new(lines.as_bytes());
        let records = Records::of_stream("new.sfen", input, None).expect("lines");
        let mut intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
        let read = |it| {
            let it = intake.read(it).expect("a problem");
            IndexedProblem::new(&it.id, &it.origin, &it.problem, &it.known_line())
        };
        let mut found: Vec<_> = records.map(read).collect();
        let text = Source::Text("4k4/9/4P4/9/9/9/9/9/9 b S 1".to_owned());
        let mut intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
        found.extend(Records::new([text], None).map(|it| {
            let it = intake.read(it).unwrap();
            IndexedProblem::new(&it.id, &it.origin, &it.problem, &it.known_line())
        }));
        found
    }

    fn told(problems: &[IndexedProblem]) -> Vec<String> {
        let told = |it: &IndexedProblem| format!("{it:?}");
        problems.iter().map(told).collect()
    }

    #[test]
    fn an_index_comes_back_from_its_file() {
        let problems = problems();
        let index: Index = problems.clone().into_iter().collect();
        let file = write(&index, Vec::new()).unwrap();
        let read = read(&*file).unwrap();
        assert_eq!(told(&problems), told(&read));
        let ids: Vec<_> = (0..4).map(|it| index.id(it)).collect();
        assert_eq!(ids, ["new.sfen:1", "五手", "x", "argument:1"]);
        let lines: Vec<_> = read.iter().map(|it| it.known.line.len()).collect();
        assert_eq!(lines, [0, 5, 1, 0]);
        // The line of White is kept with the attacker as Black.
        assert_eq!(usi(&read[2].known.line), "G*5b");
    }

    fn usi(line: &[Move]) -> String {
        crate::notation::usi::write_line(line)
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let problems = problems();
        let index: Index = problems.clone().into_iter().collect();
        let file = write(&index, Vec::new()).unwrap();
        let mut unnoticed = 0;
        for at in 0..file.len() {
            assert!(read(&file[..at]).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << bit;
                if let Ok(read) = read(&*damaged) {
                    // Some bits of a frame mean nothing.
                    unnoticed += 1;
                    assert_eq!(told(&read), told(&problems), "bit {bit} of byte {at}");
                }
            }
        }
        assert!(20 * unnoticed < 8 * file.len(), "{unnoticed}");
        let longer = [&file[..], b"x"].concat();
        assert!(matches!(read(&*longer), Err(IndexError::Malformed { .. })));
        let other = zstd::encode_all(&b"something else"[..], 1).unwrap();
        assert!(matches!(read(&*other), Err(IndexError::NotAnIndex)));
        assert!(matches!(read(&b"sfen"[..]), Err(IndexError::NotAnIndex)));
        assert!(matches!(read(&b""[..]), Err(IndexError::NotAnIndex)));
        let later = zstd::encode_all(&b"tsume similar\x02"[..], 1).unwrap();
        assert!(matches!(read(&*later), Err(IndexError::Version(2))));
        let short = zstd::encode_all(&b"tsume similar\x01\x01"[..], 1).unwrap();
        assert!(matches!(read(&*short), Err(IndexError::Truncated)));
        let wrong = zstd::encode_all(&b"tsume similar\x01\x00\x07"[..], 1).unwrap();
        assert!(matches!(read(&*wrong), Err(IndexError::Malformed { .. })));
    }
}
