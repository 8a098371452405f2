//! The manual: a page for each kind of work. It has no code.
//!
//! - [`solving`]: `tsume solve`, input, limits, output, exit statuses.
//! - [`judging`]: `tsume check`, verdicts, findings, attributes.
//! - [`repair`]: `tsume repair` and `tsume extend`.
//! - [`compose`]: `tsume compose`.
//! - [`serve`]: `tsume serve`, the workbench in the browser.
//! - [`mcp`]: `tsume mcp`, tools for assistants.
//! - [`brinkmate`]: brinkmates (必至) and threats (詰めろ), `--goal`.
//! - [`collections`]: `tsume validate`, `tsume compare`, `tsume similar` and `tsume worker`.
//! - [`records`]: `tsume convert` and `tsume show`.
//! - [`rows`]: the fields of answers in JSON and CSV.
//! - [`certificates`]: `tsume verify`.
//! - [`testing`]: how the promises are tested.
//! - [`gui`]: `tsume usi`.
//! - [`library`]: examples, how it works, features.
//! - [`python`]: the package for Python.
//! - [`cluster`]: many machines, with Ray or Spark.
//! - [`releasing`]: for whoever makes a release.

#![expect(
    clippy::doc_markdown,
    reason = "names of other programs are text, not code"
)]

/// Makes a module of each page. Links between pages are defined twice: the definitions here come first and
/// lead to the modules, those at the end of a page are for its readers as a file.
macro_rules! pages {
    ($($name:ident $file:literal)*) => {$(
        #[doc = "[brinkmate]: crate::manual::brinkmate"]
        #[doc = "[certificates]: crate::manual::certificates"]
        #[doc = "[cluster]: crate::manual::cluster"]
        #[doc = "[compose]: crate::manual::compose"]
        #[doc = "[collections]: crate::manual::collections"]
        #[doc = "[gui]: crate::manual::gui"]
        #[doc = "[judging]: crate::manual::judging"]
        #[doc = "[library]: crate::manual::library"]
        #[doc = "[mcp]: crate::manual::mcp"]
        #[doc = "[python]: crate::manual::python"]
        #[doc = "[records]: crate::manual::records"]
        #[doc = "[releasing]: crate::manual::releasing"]
        #[doc = "[repair]: crate::manual::repair"]
        #[doc = "[rows]: crate::manual::rows"]
        #[doc = "[serve]: crate::manual::serve"]
        #[doc = "[solving]: crate::manual::solving"]
        #[doc = "[testing]: crate::manual::testing"]
        #[doc = ""]
        #[doc = include_str!($file)]
        pub mod $name {}
    )*};
}

pages! {
    solving "solving.md"
    judging "judging.md"
    repair "repair.md"
    compose "compose.md"
    serve "serve.md"
    brinkmate "brinkmate.md"
    collections "collections.md"
    records "records.md"
    rows "rows.md"
    certificates "certificates.md"
    gui "gui.md"
    library "library.md"
    mcp "mcp.md"
    python "python.md"
    cluster "cluster.md"
    testing "testing.md"
    releasing "releasing.md"
}
