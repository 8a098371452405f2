//! Repairs compared with a check of every version.

use crate::{Args, cases, judged, playable, request, solver};
use cpu_time::ProcessTime;
use tsume::composition::repair::{Allowed, Edit, Keep, repair, versions};
use tsume::composition::verdict::Verdict;
use tsume::notation::sfen;
use tsume::search::Limits;
use tsume::shogi::Move;

pub fn enumerate(args: &Args) {
    let (mut all, mut wrong) = (0, 0);
    for case in cases(args) {
        if all == args.count {
            break;
        }
        let started = ProcessTime::now();
        let mut solvers = [solver(true)];
        let mut request = request(args, &case.author.line);
        let Ok(outcome) = repair(
            &mut solvers,
            &case.problem,
            &case.author,
            &request,
            &Limits::default(),
            &|_| {},
        ) else {
            continue;
        };
        let took = started.elapsed();
        if outcome.verdict != Verdict::Flawed || outcome.tally.looked_at == 0 {
            continue;
        }
        let plies = outcome.line.len() as u32;
        if !(args.from..=args.to).contains(&plies) {
            continue;
        }
        all += 1;
        request.keep = Keep::Line;
        let started = ProcessTime::now();
        let mut checker = solver(false);
        let mut plain = Vec::new();
        let singles = versions(&case.problem, &Allowed::default());
        let number = singles.len();
        for version in singles {
            let moved = |mv: Move| match version.edits[0] {
                Edit::Shift { files, ranks } => {
                    let to = mv.to().offset(files, ranks)?;
                    Some(match mv.from() {
                        Some(from) => Move::board(from.offset(files, ranks)?, to, mv.promotes()),
                        None => Move::drop(mv.dropped()?, to),
                    })
                }
                _ => Some(mv),
            };
            let line: Option<Vec<Move>> = outcome.line.iter().map(|&mv| moved(mv)).collect();
            let Some(line) = line else {
                continue;
            };
            let author = match &*args.keep {
                "line" => playable(&version.setup, &line).line,
                _ => Vec::new(),
            };
            let (verdict, found) = judged(&mut checker, &version.setup, &author, None);
            let stays = match &*args.keep {
                "line" => found.as_ref() == Some(&line),
                "length" => found.is_some_and(|it| it.len() == line.len()),
                _ => found.is_some(),
            };
            if stays && matches!(verdict, Verdict::Sound | Verdict::Blemished) {
                plain.push((version.setup, verdict));
            }
        }
        let plain_took = started.elapsed();
        let mut found: Vec<_> = (outcome.found.iter())
            .map(|it| (it.version.setup.clone(), it.verdict))
            .collect();
        let missing = plain.iter().filter(|it| !found.contains(it)).count();
        found.retain(|it| !plain.contains(it));
        wrong += usize::from(missing > 0 || !found.is_empty());
        println!(
            "{} {plies} plies, {number} versions: {} by checks ({:.1} s), {} by repair ({:.1} s, {:?}); missing {missing}, too many {}",
            case.id,
            plain.len(),
            plain_took.as_secs_f64(),
            outcome.found.len(),
            took.as_secs_f64(),
            outcome.tally,
            found.len()
        );
        for (setup, verdict) in found {
            println!("   too many: {verdict:?} {}", sfen::write(&setup));
        }
    }
    println!("{all} problems, {wrong} with a difference");
}
