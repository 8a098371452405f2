//! Program and packages have the same version.

/// Returns what stands in quotes after a beginning of a line.
fn quoted<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    let lines = text.lines().map(str::trim);
    let rest = lines.filter_map(|line| line.strip_prefix(beginning));
    rest.filter_map(|rest| rest.split('"').nth(1)).collect()
}

#[test]
fn all_packages_have_the_version_of_the_program() {
    let version = env!("CARGO_PKG_VERSION");
    let workspace = include_str!("../../../Cargo.toml");
    assert_eq!(quoted(workspace, "version ="), [version]);
    let parts = workspace
        .lines()
        .filter(|it| it.contains("path = \"crates/"));
    let needed: Vec<_> = parts
        .filter_map(|it| it.split_once("version = "))
        .flat_map(|(_, rest)| quoted(rest, ""))
        .collect();
    assert!(
        needed.len() > 3 && needed.iter().all(|it| *it == version),
        "{needed:?}"
    );
    for package in [
        include_str!("../../../bindings/python/Cargo.toml"),
        include_str!("../../../bindings/wasm/Cargo.toml"),
    ] {
        assert_eq!(quoted(package, "version ="), [version], "{package}");
    }
    let npm = include_str!("../../../bindings/npm/package.json");
    assert_eq!(quoted(npm, "\"version\":"), [version]);
}
