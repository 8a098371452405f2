//! The names in a file: paths, imports and macros.

use std::collections::{BTreeMap, BTreeSet};
use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, Macro, Meta, UseTree, Visibility};

/// The names in a file outside of its tests.
#[derive(Default)]
pub struct Names {
    module: Vec<String>,
    /// Paths of several segments and imports; those of the crate begin with `crate`.
    pub paths: Vec<String>,
    /// Single names; those of macros end with `!`.
    pub words: Vec<String>,
    /// The items of the file.
    pub defined: BTreeSet<String>,
    /// The path of each name that an import brings.
    pub imported: BTreeMap<String, String>,
    /// The paths of which all names are imported.
    pub globs: Vec<String>,
    /// The paths that are imported for others.
    pub handed_on: BTreeSet<String>,
}

impl Names {
    /// Reads a file, which is this module.
    pub fn of(module: &[String], source: &str) -> Self {
        let mut names = Self {
            module: module.to_owned(),
            ..Self::default()
        };
        names.visit_file(&syn::parse_file(source).unwrap());
        names
    }

    /// Adds a path as it is meant from the root of the crate, and returns it.
    fn add(&mut self, path: &[String]) -> String {
        let mut base: Vec<&str> = vec!["crate"];
        base.extend(self.module.iter().map(String::as_str));
        let mut rest = path.iter().map(String::as_str).peekable();
        match path[0].as_str() {
            "self" => drop(rest.next()),
            "super" => while rest.next_if_eq(&"super").is_some() && base.pop().is_some() {},
            "core" | "alloc" => {
                rest.next();
                base = vec!["std"];
            }
            _ => base.clear(),
        }
        let path = base.into_iter().chain(rest).collect::<Vec<_>>().join("::");
        self.paths.push(path.clone());
        path
    }

    /// The branches of a `use`, spelled out.
    fn import(&mut self, tree: &UseTree, prefix: &[String], is_for_others: bool) {
        let with = |name: &Ident| [prefix, &[name.to_string()]].concat();
        let (path, name) = match tree {
            UseTree::Path(it) => return self.import(&it.tree, &with(&it.ident), is_for_others),
            UseTree::Group(it) => {
                let branches = it.items.iter();
                return branches.for_each(|it| self.import(it, prefix, is_for_others));
            }
            UseTree::Name(it) if it.ident == "self" => (prefix.to_owned(), prefix.last().cloned()),
            UseTree::Name(it) => (with(&it.ident), Some(it.ident.to_string())),
            UseTree::Rename(it) => (with(&it.ident), Some(it.rename.to_string())),
            UseTree::Glob(_) => {
                let path = self.add(&[prefix, &["*".to_owned()]].concat());
                self.globs.push(path[..path.len() - 3].to_owned());
                return;
            }
        };
        let path = self.add(&path);
        if is_for_others {
            self.handed_on.insert(path.clone());
        }
        self.imported.extend(name.map(|it| (it, path)));
    }

    /// Paths and names in what only a macro could parse.
    fn tokens(&mut self, mut at: Cursor<'_>) {
        while let Some((_, next)) = at.token_tree() {
            if let Some((inside, ..)) = at.any_group() {
                self.tokens(inside);
            } else if let Some((name, mut next)) = at.ident() {
                let mut path = vec![name.to_string()];
                while let Some((name, behind)) = colons(next).and_then(Cursor::ident) {
                    path.push(name.to_string());
                    next = behind;
                }
                if path.len() > 1 {
                    self.add(&path);
                }
                if next.punct().is_some_and(|(sign, _)| sign.as_char() == '!') {
                    self.words.push(format!("{}!", path[path.len() - 1]));
                }
                self.words.extend(path);
                at = next;
                continue;
            }
            at = next;
        }
    }
}

/// Returns the tokens after two colons.
fn colons(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let (first, at) = at.punct()?;
    let (second, at) = at.punct()?;
    ([first, second].iter().all(|it| it.as_char() == ':')).then_some(at)
}

/// Returns the name that an item defines. A module in a file of its own is not defined here.
fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(it) => &it.ident,
        Item::Enum(it) => &it.ident,
        Item::Fn(it) => &it.sig.ident,
        Item::Macro(it) => it.ident.as_ref()?,
        Item::Mod(it) if it.content.is_some() => &it.ident,
        Item::Static(it) => &it.ident,
        Item::Struct(it) => &it.ident,
        Item::Trait(it) => &it.ident,
        Item::Type(it) => &it.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| match &it.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[Attribute] = match item {
            Item::Mod(it) => &it.attrs,
            Item::Use(it) => &it.attrs,
            Item::Fn(it) => &it.attrs,
            Item::Impl(it) => &it.attrs,
            _ => &[],
        };
        if let Some(name) = name_of(item) {
            self.defined.insert(name);
        }
        match item {
            _ if is_test(attributes) => {}
            Item::Use(it) => {
                let is_for_others = !matches!(it.vis, Visibility::Inherited);
                self.import(&it.tree, &[], is_for_others);
            }
            Item::Mod(it) => {
                self.module.push(it.ident.to_string());
                visit::visit_item_mod(self, it);
                self.module.pop();
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|it| it.ident.to_string());
        let names: Vec<_> = names.collect();
        if names.len() > 1 {
            self.add(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.tokens(TokenBuffer::new2(list.tokens.clone()).begin());
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if let Some(name) = call.path.segments.last() {
            self.words.push(format!("{}!", name.ident));
        }
        self.visit_path(&call.path);
        self.tokens(TokenBuffer::new2(call.tokens.clone()).begin());
    }

    fn visit_ident(&mut self, name: &'ast Ident) {
        self.words.push(name.to_string());
    }
}
