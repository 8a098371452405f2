//! Groups values that are alike.

/// Groups values that are alike. The groups are in the order of their first values.
pub(super) fn group_alike<T>(
    all: impl IntoIterator<Item = T>,
    is_alike: impl Fn(&T, &T) -> bool,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for it in all {
        match groups.iter_mut().find(|group| is_alike(&group[0], &it)) {
            Some(group) => group.push(it),
            None => groups.push(vec![it]),
        }
    }
    groups
}

/// Returns whether both moves, in USI, drop a piece on the same square.
pub(super) fn is_same_drop(a: &str, b: &str) -> bool {
    let square = |mv: &str| {
        let (_, square) = mv.split_once('*')?;
        Some(square.to_owned())
    };
    square(a).is_some() && square(a) == square(b)
}
