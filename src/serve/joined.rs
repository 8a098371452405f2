//! Joins the modules of the page to one, which a browser asks for once in place of fifty times.
//!
//! The modules are written for this: every import and export is a line of its own, nothing that is exported changes
//! later, and no two modules import each other.

use std::collections::HashMap;
use std::fmt::Write as _;

/// Modules as blocks of one module.
pub(super) struct Joined<R> {
    /// Returns the text of a module.
    read: R,
    /// The modules so far, by their names. Each has a number.
    pub modules: HashMap<String, usize>,
    pub text: String,
}

impl<R: Fn(&str) -> String> Joined<R> {
    /// Joins these modules and all that they import, in the order in which a browser runs them.
    pub fn new(names: &[&str], read: R) -> Self {
        let mut joined = Self {
            read,
            modules: HashMap::new(),
            text: String::new(),
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
                        let names = names.replace(" as ", ": ");
                        let _ = writeln!(body, "const {names} = m{from};");
                    }
                    Some(("import", name)) => {
                        let _ = writeln!(body, "const {name} = m{from}.default;");
                    }
                    _ => exports.extend(in_braces(names).map(|it| {
                        let (of, name) = it.split_once(" as ").unwrap_or((it, it));
                        format!("{name}: m{from}.{of}")
                    })),
                }
            } else if line.starts_with("export {") {
                exports.extend(in_braces(line).map(str::to_owned));
            } else if let Some(value) = line.strip_prefix("export default ") {
                let _ = writeln!(body, "const itself = {value}");
                exports.push("default: itself".to_owned());
            } else if let Some(declared) = line.strip_prefix("export ") {
                exports.extend(name_of(declared).map(str::to_owned));
                body += declared;
                body.push('\n');
            } else {
                body += line;
                body.push('\n');
            }
        }
        let number = self.modules.len();
        self.modules.insert(name.to_owned(), number);
        let exports = exports.join(", ");
        let _ = writeln!(
            self.text,
            "// {name}\nconst m{number} = {{}};\n{{\n{body}Object.assign(m{number}, {{ {exports} }});\n}}"
        );
        number
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

/// Returns the names in braces.
fn in_braces(line: &str) -> impl Iterator<Item = &str> {
    let inner = line.split_once('{').and_then(|it| it.1.split_once('}'));
    inner.map_or("", |it| it.0).split(',').map(str::trim)
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
             Object.assign(m0, { default: itself, e, f });\n}\n\
             // x/one.js\nconst m1 = {};\n{\nconst d = m0.default;\nasync function a() {}\n\
             Object.assign(m1, { a, b: m0.e });\n}\n\
             // main.js\nconst m2 = {};\n{\nconst { a, b: c } = m1;\nconst d = m0.default;\na(c, d);\n\
             Object.assign(m2, {  });\n}\n"
        );
    }
}
