//! The structure of the house: which file takes names from which, the floors of rooms, and circles of files.

use super::names::Names;
use super::{FOUNDATIONS, module_path, source_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// A module in a file of its own.
struct Room {
    /// The file, from the root of the repository.
    path: String,
    /// The names that are defined or imported in it, and the paths that they stand for.
    names: Names,
}

/// All source files, by the path of the module.
struct House(BTreeMap<Vec<String>, Room>);

impl House {
    /// Reads the sources of the program and of its foundations. A foundation is a module of the same name.
    fn read() -> Self {
        let root = support::root();
        let folders = FOUNDATIONS.map(|(name, _)| (Some(name), format!("crates/{name}/src")));
        let mut files = BTreeMap::new();
        for (name, folder) in folders.into_iter().chain([(None, "src".to_owned())]) {
            let folder = root.join(folder);
            for file in source_files(&folder) {
                let mut module = module_path(file.strip_prefix(&folder).unwrap());
                let names = Names::of(&module, &fs::read_to_string(&file).unwrap());
                module.splice(0..0, name.map(str::to_owned));
                let path = file.strip_prefix(root).unwrap().display().to_string();
                files.insert(module, Room { path, names });
            }
        }
        Self(files)
    }

    /// Returns the modules in whose files the names of a path are defined. `hops` bounds the imports that
    /// are followed.
    fn defining(&self, module: &[String], path: &str, hops: u32) -> Option<&[String]> {
        let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
        let crate_of = FOUNDATIONS
            .iter()
            .find(|(name, _)| *name == module.first().map_or("", |it| it));
        let (mut at, mut rest) = match (segments[0].as_str(), crate_of) {
            ("crate", Some((name, _))) => (vec![(*name).to_owned()], &segments[1..]),
            ("crate", None) => (Vec::new(), &segments[1..]),
            (first, _) => match first.strip_prefix("tsume_core_") {
                Some(name) => (vec![name.to_owned()], &segments[1..]),
                None => (module.to_owned(), &segments[..]),
            },
        };
        while let Some(next) = rest.first() {
            at.push(next.clone());
            if !self.0.contains_key(&at) {
                at.pop();
                break;
            }
            rest = &rest[1..];
        }
        let (place, room) = self.0.get_key_value(&at)?;
        let Some(name) = rest.first() else {
            return Some(place);
        };
        if hops > 0 && !room.names.defined.contains(name) {
            let further = rest[1..]
                .iter()
                .map(|it| format!("::{it}"))
                .collect::<String>();
            if let Some(full) = room.names.imported.get(name) {
                return self.defining(place, &format!("{full}{further}"), hops - 1);
            }
            for glob in &room.names.globs {
                let full = format!("{glob}::{name}{further}");
                let found = self.defining(place, &full, hops - 1);
                if let Some(found) = found
                    && self.0[found].names.defined.contains(name)
                {
                    return Some(found);
                }
            }
        }
        (place != module || room.names.defined.contains(name)).then_some(place)
    }

    /// Returns the files whose names each file uses. Names that a file only hands on are not used by it.
    fn uses(&self) -> BTreeMap<&[String], BTreeSet<&[String]>> {
        let rooms = self.0.iter();
        rooms
            .map(|(module, room)| {
                let used = room.names.paths.iter();
                let used = used.filter(|it| !room.names.handed_on.contains(*it));
                let used = used.filter_map(|path| self.defining(module, path, 6));
                let used = used.filter(|it| *it != module.as_slice() && !it.is_empty());
                (module.as_slice(), used.collect())
            })
            .collect()
    }
}

/// Returns the sets of files that use each other in a circle.
fn circles<'a>(
    uses: &BTreeMap<&'a [String], BTreeSet<&'a [String]>>,
) -> BTreeSet<BTreeSet<&'a [String]>> {
    let reached = |from: &'a [String]| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            for &next in uses.get(at).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let all: BTreeMap<_, _> = uses.keys().map(|&it| (it, reached(it))).collect();
    let circle = |from: &'a [String]| -> BTreeSet<_> {
        let back = |to: &&&[String]| all.get(*to).is_some_and(|it| it.contains(from));
        all[from].iter().filter(back).copied().collect()
    };
    let circles = uses.keys().map(|&it| circle(it));
    circles.filter(|it| it.len() > 1).collect()
}

/// Returns whether these files stand in the folder of one feature, which is a folder inside a room.
fn in_one_folder(files: &BTreeSet<&[String]>) -> bool {
    let mut files = files.iter();
    let first = files.next().expect("a circle has files");
    first.len() > 1 && files.all(|it| it.get(..2) == first.get(..2))
}

#[test]
fn no_files_use_each_other_in_a_circle_outside_the_folder_of_a_feature() {
    let house = House::read();
    let uses = house.uses();
    let mut told = Vec::new();
    for circle in circles(&uses) {
        if !in_one_folder(&circle) {
            for from in &circle {
                for to in uses[from].intersection(&circle) {
                    told.push(format!("{} -> {}", house.0[*from].path, house.0[*to].path));
                }
            }
            told.push(String::new());
        }
    }
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

/// The most floors that the rooms of the house may have. The foundations, which Cargo keeps in order, are the
/// lowest.
const FLOORS: usize = 7;

/// The name of the lowest floor.
const GROUND: &str = "foundations";

/// Returns the room in which a module stands.
fn room_of(module: &[String]) -> &str {
    let room = module[0].as_str();
    let is_ground = FOUNDATIONS.iter().any(|(name, _)| *name == room);
    if is_ground { GROUND } else { room }
}

#[test]
fn the_rooms_stand_on_few_floors_and_use_none_above_them() {
    let house = House::read();
    let mut below: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, used) in house.uses() {
        // `lib.rs` and `main.rs` only name the rooms.
        if from.is_empty() {
            continue;
        }
        let room = room_of(from);
        let others = used.iter().map(|it| room_of(it)).filter(|it| *it != room);
        below.entry(room).or_default().extend(others);
    }
    let mut floors: BTreeMap<&str, usize> = BTreeMap::new();
    while floors.len() < below.len() {
        let stands = |rooms: &BTreeSet<&str>| {
            let floors = rooms.iter().map(|it| floors.get(it).copied());
            floors.sum::<Option<usize>>().is_some()
        };
        let open = below.iter().filter(|it| !floors.contains_key(it.0));
        let next: Vec<_> = open.filter(|it| stands(it.1)).map(|it| *it.0).collect();
        assert!(
            !next.is_empty(),
            "rooms use each other in a circle: {below:#?} {floors:?}"
        );
        for room in next {
            let floor = below[room].iter().map(|it| floors[it]).max().unwrap_or(0) + 1;
            floors.insert(room, floor);
        }
    }
    let highest = floors.values().max().copied().unwrap_or(0);
    assert!(highest <= FLOORS, "{highest} floors: {floors:#?}");
}
