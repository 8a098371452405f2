//! Records against another reader of KIF, CSA and JKF.

use support::records::{main_line_of, random, shipped};
use tsume::notation::record::{Format, Losses, write};

/// `shogi_kifu_converter` reads KIF and KI2 by rules of its own.
#[test]
fn another_reader_finds_the_same_moves() {
    use shogi_kifu_converter::parser::{parse_csa_str, parse_kif_str};
    for (at, setup) in shipped().into_iter().enumerate() {
        let mut record = main_line_of(&random(setup, at as u64, 0));
        // A header without a colon ends its headers.
        record.headers.retain(|(key, _)| key != "盤面回転");
        let line = record.tree.main_line();
        let (kif, losses) = write(&record, Format::Kif);
        assert_eq!(losses, Losses::default());
        let theirs = parse_kif_str(&kif).unwrap();
        let moves: Vec<_> = theirs.moves.iter().filter_map(|it| it.move_).collect();
        assert_eq!(moves.len(), line.len(), "{kif}");
        for (ours, theirs) in line.iter().zip(&moves) {
            let to = (ours.to().file() + 1, ours.to().rank() + 1);
            assert_eq!((theirs.to.x, theirs.to.y), to, "{kif}");
            let from = ours.from().map(|it| (it.file() + 1, it.rank() + 1));
            assert_eq!(theirs.from.map(|it| (it.x, it.y)), from, "{kif}");
        }
        let (csa, _) = write(&record, Format::Csa);
        let theirs = parse_csa_str(&csa).unwrap();
        let moves = theirs.moves.iter().filter(|it| it.move_.is_some()).count();
        assert_eq!(moves, line.len(), "{csa}");
    }
}

/// Its model of JKF is the one of the schema: whatever it reads, it writes again as it was.
#[test]
fn another_model_of_jkf_holds_all_that_is_written() {
    use shogi_kifu_converter::jkf::JsonKifuFormat;
    for (at, setup) in shipped().into_iter().enumerate() {
        let (text, _) = write(&random(setup, at as u64, 3), Format::Jkf);
        let ours: serde_json::Value = serde_json::from_str(&text).unwrap();
        let theirs: JsonKifuFormat = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_value(theirs).unwrap(), ours, "{text}");
    }
}
