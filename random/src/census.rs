//! In how many programs each construct is: kinds of statements and expressions, methods, macros, and types.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, File, Item, Local, Path, Type};

/// How many programs have each construct.
#[derive(Clone, Debug, Default)]
pub struct Census(BTreeMap<String, usize>);

impl Census {
    /// One more program.
    pub fn count(&mut self, program: &File) {
        let mut found = Found::default();
        found.visit_file(program);
        found.0.into_iter().for_each(|name| *self.0.entry(name).or_default() += 1);
    }

    /// The programs of another.
    pub fn add(&mut self, other: Self) {
        other.0.into_iter().for_each(|(name, count)| *self.0.entry(name).or_default() += count);
    }
}

impl fmt::Display for Census {
    /// The most frequent first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
        all.into_iter().try_for_each(|(name, count)| writeln!(f, "{count:>8} {name}"))
    }
}

/// The constructs of a program.
#[derive(Default)]
struct Found(BTreeSet<String>);

impl Found {
    fn add(&mut self, name: impl Into<String>) {
        self.0.insert(name.into());
    }
}

impl<'a> Visit<'a> for Found {
    fn visit_item(&mut self, item: &'a Item) {
        match item {
            Item::Struct(_) => self.add("struct"),
            Item::Enum(_) => self.add("enum"),
            Item::Trait(_) => self.add("trait"),
            Item::Const(_) => self.add("const"),
            Item::Impl(item) => self.add(if item.trait_.is_some() { "impl of a trait" } else { "impl" }),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_attribute(&mut self, attr: &'a Attribute) {
        if let Some(name) = attr.path().get_ident() {
            self.add(format!("#[{name}]"));
        }
    }

    fn visit_local(&mut self, local: &'a Local) {
        self.add(match &local.init {
            None => "let without a value",
            Some(init) if init.diverge.is_some() => "let else",
            Some(_) => "let",
        });
        visit::visit_local(self, local);
    }

    fn visit_type(&mut self, ty: &'a Type) {
        match ty {
            Type::Reference(reference) => self.add(if reference.mutability.is_some() { "&mut T" } else { "&T" }),
            Type::Slice(_) => self.add("[T]"),
            Type::Array(_) => self.add("[T; N]"),
            Type::Tuple(_) => self.add("tuple"),
            _ => {}
        }
        visit::visit_type(self, ty);
    }

    fn visit_path(&mut self, path: &'a Path) {
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match names.as_slice() {
            [one] if ["Vec", "Option", "Result"].contains(&one.as_str()) => self.add(one),
            [_, _, ..] => self.add(names.join("::")),
            _ => {}
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        if let Some(name) = mac.path.get_ident() {
            self.add(format!("{name}!"));
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::ForLoop(_) => self.add("for"),
            Expr::While(_) => self.add("while"),
            Expr::Loop(_) => self.add("loop"),
            Expr::If(_) => self.add("if"),
            Expr::Let(_) => self.add("if let"),
            Expr::Match(_) => self.add("match"),
            Expr::Closure(_) => self.add("closure"),
            Expr::Break(_) => self.add("break"),
            Expr::Continue(_) => self.add("continue"),
            Expr::Return(_) => self.add("return"),
            Expr::Try(_) => self.add("?"),
            Expr::Index(_) => self.add("a[i]"),
            Expr::Cast(_) => self.add("as"),
            Expr::Struct(_) => self.add("struct literal"),
            Expr::Block(block) => self.add(if block.label.is_some() { "labelled block" } else { "block" }),
            Expr::MethodCall(call) => self.add(format!(".{}()", call.method)),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_construct_counts_once_in_a_program() {
        let program =
            syn::parse_str("fn f(x: &[f64]) -> f64 { for _ in 0..3 { x[0].sin() + x[1].sin(); } vec![1.0]; 0.0 }");
        let mut census = Census::default();
        census.count(&program.expect("it is Rust"));
        census.add(census.clone());
        let found: Vec<_> = census.0.into_iter().collect();
        let expected = ["&T", ".sin()", "[T]", "a[i]", "for", "vec!"];
        assert_eq!(found, expected.map(|name| (name.to_owned(), 2)));
    }
}
