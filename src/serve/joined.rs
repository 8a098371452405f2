//! Joins the modules of the page to one, which a browser asks for once in place of fifty times.
//!
//! The modules are written for this: every import is a line of its own, every export names one thing, nothing that is
//! exported changes later, and no two modules import each other. A debug build stops if a name is missing.

use std::collections::HashMap;
use std::fmt::Write as _;

/// Modules as blocks of one module.
pub(super) struct Joined<R> {
    /// Returns the text of a module.
    read: R,
    /// The numbers of the modules so far, by their names.
    pub modules: HashMap<String, usize>,
    /// The one module.
    pub text: String,
    /// The exports of each module, by its number: the name for others, and its own.
    exports: Vec<Vec<(String, String)>>,
    /// Names that a module imports from another, which has none of that name.
    pub missing: Vec<String>,
}

impl<R: Fn(&str) -> String> Joined<R> {
    /// Joins these modules and all that they import, in the order in which a browser runs them.
    pub fn new(names: &[&str], read: R) -> Self {
        let mut joined = Self {
            read,
            modules: HashMap::new(),
            text: String::new(),
            exports: Vec::new(),
            missing: Vec::new(),
        };
        for name in names {
            joined.add(name);
        }
        joined
    }

    /// Adds a module behind those that it imports. Returns its number.
    fn add(&mut self, name: &str) -> usize {
        if let Some(&number) = self.modules.get(name) {
            return number;
        }
        let source = (self.read)(name);
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in source.lines() {
            let is_import = line.starts_with("import ");
            if let Some((names, path)) = line.split_once(" from \"")
                && (is_import || line.starts_with("export {"))
            {
                let from = self.add(&resolved(name, path.trim_end_matches("\";")));
                match names.split_once(' ') {
                    Some(("import", names)) if names.starts_with('{') => {
                        for (of, _) in in_braces(names) {
                            self.look_for(from, of);
                        }
                        let names = names.replace(" as ", ": ");
                        let _ = writeln!(body, "const {names} = m{from};");
                    }
                    Some(("import", name)) => {
                        self.look_for(from, "default");
                        let _ = writeln!(body, "const {name} = m{from}.default;");
                    }
                    _ => {
                        for (of, name) in in_braces(names) {
                            self.look_for(from, of);
                            exports.push((name.to_owned(), format!("m{from}.{of}")));
                        }
                    }
                }
            } else if line.starts_with("export {") {
                let names = in_braces(line);
                exports.extend(names.map(|(of, name)| (name.to_owned(), of.to_owned())));
            } else if let Some(value) = line.strip_prefix("export default ") {
                let _ = writeln!(body, "const itself = {value}");
                exports.push(("default".to_owned(), "itself".to_owned()));
            } else {
                let declared = line.strip_prefix("export ");
                if let Some(name) = declared.and_then(name_of) {
                    exports.push((name.to_owned(), name.to_owned()));
                }
                body += declared.unwrap_or(line);
                body.push('\n');
            }
        }
        let number = self.modules.len();
        self.modules.insert(name.to_owned(), number);
        let all = exports.iter().map(|(name, of)| format!("{name}: {of}"));
        let all = all.collect::<Vec<_>>().join(", ");
        self.exports.push(exports);
        let _ = writeln!(
            self.text,
            "// {name}\nconst m{number} = {{}};\n{{\n{body}Object.assign(m{number}, {{ {all} }});\n}}"
        );
        number
    }

    /// Notes a name as missing if a module does not export it.
    fn look_for(&mut self, module: usize, name: &str) {
        if !self.exports[module].iter().any(|(known, _)| known == name) {
            self.missing.push(name.to_owned());
        }
    }
}

/// Returns the name of a module that another one imports by a path: `../words.js` in `board/board.js` is `words.js`.
fn resolved(name: &str, path: &str) -> String {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the names in braces: what a thing is called by its module, and by others.
fn in_braces(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let inner = line.split_once('{').and_then(|it| it.1.split_once('}'));
    let names = inner.map_or("", |it| it.0).split(',').map(str::trim);
    names.map(|it| it.split_once(" as ").unwrap_or((it, it)))
}

/// Returns the name of a function, a class or a constant.
fn name_of(declared: &str) -> Option<&str> {
    let mut words = declared.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.find(|it| !matches!(*it, "async" | "function" | "class" | "const"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_module_is_a_block_behind_those_that_it_imports() {
        let read = |name: &str| {
            let text = match name {
                "main.js" => {
                    "import { a, b as c } from \"./x/one.js\";\nimport d from \"./two.js\";\na(c, d);\n"
                }
                "x/one.js" => {
                    "import d from \"../two.js\";\nexport async function a() {}\nexport { e as b } from \"../two.js\";\n"
                }
                _ => "export default [1];\nexport const e = 2;\nconst f = 3;\nexport { f };\n",
            };
            text.to_owned()
        };
        let joined = Joined::new(&["main.js"], read);
        assert_eq!(
            joined.text,
            "// two.js\nconst m0 = {};\n{\nconst itself = [1];\nconst e = 2;\nconst f = 3;\n\
             Object.assign(m0, { default: itself, e: e, f: f });\n}\n\
             // x/one.js\nconst m1 = {};\n{\nconst d = m0.default;\nasync function a() {}\n\
             Object.assign(m1, { a: a, b: m0.e });\n}\n\
             // main.js\nconst m2 = {};\n{\nconst { a, b: c } = m1;\nconst d = m0.default;\na(c, d);\n\
             Object.assign(m2, {  });\n}\n"
        );
        assert!(joined.missing.is_empty());
        let read = |name: &str| match name {
            "a.js" => "import { b, c } from \"./b.js\";\n".to_owned(),
            _ => "export const b = 1, c = 2;\n".to_owned(),
        };
        assert_eq!(Joined::new(&["a.js"], read).missing, ["c"]);
    }
}
