//! A page for each problem of a site, with a picture, to which posts elsewhere lead. It never tells the solution.

use crate::vocabulary::Lang;
use crate::workbench::{Fault, Work, Workbench};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// A file of a site: its name and its bytes.
pub type SiteFile = (String, Vec<u8>);

/// The style of the pages.
const STYLE: &str = "\
:root { color-scheme: light dark; font-family: system-ui, sans-serif; text-align: center; }
img { width: min(90vw, 70vh, 30rem); background: #fff; border-radius: 8px; padding: 8px; }
h1 { font-size: 1.2rem; }
p a { display: inline-block; min-width: 8rem; padding: 14px; border-radius: 8px; background: #1f6feb; color: #fff; text-decoration: none; }
";

sentences! {
    mate_in(plies): "Mate in {plies}", "{plies}手詰";
    by(title, author): "{title} by {author}", "{title}（{author}）";
}

/// Returns the pages of the problems that a site lists, as the call `files` answers them, and their pictures: PNG, or
/// SVG in a program without the feature `png`. Posts show the picture only if `public`, the address of the site, is
/// known. Each problem is given the name of its page as `page`, so that links to it lead there.
///
/// # Errors
/// If a picture cannot be drawn.
pub fn problem_pages(
    bench: &Workbench,
    problems: &mut [Value],
    public: Option<&str>,
    lang: Lang,
) -> Result<Vec<SiteFile>, Fault> {
    let painter = Painter::default();
    let mut files = Vec::new();
    for (number, problem) in (1..).zip(problems) {
        if !problem["error"].is_null() || problem["sfen"].is_null() {
            continue;
        }
        let (extension, bytes) = painter.paint(bench, problem, lang)?;
        let picture = format!("{number}.{extension}");
        let page = page(problem, number, &picture, public, lang);
        files.push((format!("problems/{picture}"), bytes));
        let name = format!("problems/{number}.html");
        problem["page"] = json!(name);
        files.push((name, page.into_bytes()));
    }
    if !files.is_empty() {
        files.push(("problems/page.css".to_owned(), STYLE.as_bytes().to_vec()));
    }
    Ok(files)
}

/// Returns the page of a problem, which leads to the page on which it is solved.
fn page(problem: &Value, number: usize, picture: &str, public: Option<&str>, lang: Lang) -> String {
    let text = |key: &str| problem[key].as_str().filter(|it| !it.trim().is_empty());
    let id = text("id").unwrap_or_default();
    let title = text("title").unwrap_or(id);
    let title = text("author").map_or_else(|| title.to_owned(), |it| by(title, it, lang));
    let length = problem["expected_plies"]
        .as_u64()
        .filter(|_| problem["goal"] == "mate");
    let about = length.map(|it| mate_in(it, lang));
    let about = about.unwrap_or_else(|| lang.of(["Tsume shogi", "詰将棋"]).to_owned());
    let (title, about, solve) = (escaped(&title), escaped(&about), lang.of(["Solve", "解く"]));
    let address = public.map_or_else(String::new, |public| {
        let public = escaped(public);
        format!(
            "<link rel=\"canonical\" href=\"{public}problems/{number}.html\">\n\
             <meta property=\"og:url\" content=\"{public}problems/{number}.html\">\n\
             <meta property=\"og:image\" content=\"{public}problems/{picture}\">\n"
        )
    });
    let (lang, solver) = (lang.word(), format!("../#/solve/{}", in_address(id)));
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'; style-src 'self'\">\n\
         <title>{title} · {about}</title>\n<link rel=\"icon\" href=\"../icon.svg\">\n<link rel=\"stylesheet\" href=\"page.css\">\n\
         <meta property=\"og:type\" content=\"article\">\n<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{about}\">\n<meta name=\"twitter:card\" content=\"summary\">\n{address}\
         <h1>{title} · {about}</h1>\n<a href=\"{solver}\"><img src=\"{picture}\" alt=\"{about}\"></a>\n\
         <p><a href=\"{solver}\">{solve}</a>\n"
    )
}

/// Returns a text for HTML, also in quotes.
fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '<' | '>' | '"' | '\'' => drop(write!(all, "&#{};", u32::from(c))),
            c => all.push(c),
        }
    }
    all
}

/// Returns a text as a part of an address.
fn in_address(text: &str) -> String {
    let mut all = String::new();
    for &byte in text.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                all.push(char::from(byte));
            }
            byte => drop(write!(all, "%{byte:02X}")),
        }
    }
    all
}

/// Draws the pictures.
#[derive(Default)]
struct Painter {
    /// Loads the fonts once.
    #[cfg(feature = "png")]
    pixels: crate::report::Painter,
}

impl Painter {
    /// Returns the file extension and the bytes of a picture.
    fn paint(
        &self,
        bench: &Workbench,
        problem: &Value,
        lang: Lang,
    ) -> Result<(&'static str, Vec<u8>), Fault> {
        let mut request = json!({"format": "svg", "lang": lang});
        for key in ["sfen", "title", "author", "expected_plies", "goal"] {
            request[key] = problem[key].clone();
        }
        let silent = Work::new(String::new(), Arc::default(), &|_, _| {});
        let drawn = bench.call("write", &request, &silent)?;
        self.in_pixels(drawn["text"].as_str().unwrap_or_default())
    }

    #[cfg(feature = "png")]
    fn in_pixels(&self, picture: &str) -> Result<(&'static str, Vec<u8>), Fault> {
        /// Wide enough for the posts of all networks.
        const WIDTH: u32 = 640;
        let drawn = self.pixels.png(picture, WIDTH);
        let drawn = drawn.map_err(|error| Fault::internal(&error.to_string()))?;
        Ok(("png", drawn.bytes))
    }

    #[cfg(not(feature = "png"))]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as with the feature"
    )]
    fn in_pixels(&self, picture: &str) -> Result<(&'static str, Vec<u8>), Fault> {
        Ok(("svg", picture.as_bytes().to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbench::Resources;

    #[test]
    fn a_page_names_the_problem_and_not_its_solution() {
        let bench = Workbench::new(Resources::default());
        let sfen = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
        let hostile = "\"><script>alert(1)</script>";
        let mut problems = [
            json!({"id": "1/a", "title": hostile, "author": "A & B", "expected_plies": 5, "goal": "mate", "sfen": sfen, "moves": ["3a3d+"]}),
            json!({"id": "2", "sfen": null, "error": {"kind": "sfen"}}),
        ];
        let files = problem_pages(
            &bench,
            &mut problems,
            Some("https://example.org/"),
            Lang::English,
        )
        .unwrap();
        assert_eq!(problems[0]["page"], "problems/1.html");
        let names: Vec<&str> = files.iter().map(|it| &*it.0).collect();
        let extension = if cfg!(feature = "png") { "png" } else { "svg" };
        let picture = format!("problems/1.{extension}");
        assert_eq!(names, [&*picture, "problems/1.html", "problems/page.css"]);
        let page = String::from_utf8(files[1].1.clone()).unwrap();
        assert!(
            !page.contains("<script") && !page.contains("3a3d"),
            "{page}"
        );
        for part in [
            "og:title\" content=\"&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62; by A &#38; B\"",
            "og:description\" content=\"Mate in 5\"",
            &format!("og:image\" content=\"https://example.org/{picture}\""),
            "href=\"../#/solve/1%2Fa\"",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let files = problem_pages(&bench, &mut problems, None, Lang::Japanese).unwrap();
        let page = String::from_utf8(files[1].1.clone()).unwrap();
        assert!(
            page.contains("5手詰") && !page.contains("og:image"),
            "{page}"
        );
    }
}
