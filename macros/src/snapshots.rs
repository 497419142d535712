//! Shows what the macro writes: every `snapshots/*.rs` is expanded and compared with its `.expanded.rs`.
//!
//! A snapshot holds the two halves, the function `split`, with the prefix `::cotangent::generated::` left out; a file whose name
//! ends in `_whole` is shown whole. `BLESS=1 cargo test -p cotangent-macros` rewrites them; the difference is for reading.

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::Visit;
use syn::{Attribute, File, ImplItemFn, Item, ItemFn, ItemImpl, ItemTrait, TraitItem};

#[test]
fn expansions_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let mut differing = Vec::new();
    let mut seen = 0;
    for entry in fs::read_dir(&folder).expect("the folder of the snapshots") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let Some(case) = name.strip_suffix(".rs").filter(|case| !case.ends_with(".expanded")) else { continue };
        seen += 1;
        let source = fs::read_to_string(&path).expect("a readable snapshot");
        let shown = show(&source, case.ends_with("_whole"));
        let expected = folder.join(format!("{case}.expanded.rs"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &shown).expect("a writable snapshot");
        } else if fs::read_to_string(&expected).ok().as_ref() != Some(&shown) {
            differing.push(format!("---- {case} ----\n{shown}"));
        }
    }
    assert!(seen >= 6, "only {seen} snapshots were found");
    assert!(differing.is_empty(), "expansions changed; if that is right, run with BLESS=1\n{}", differing.join("\n"));
}

/// The expansion of every annotated item of a file.
fn show(source: &str, whole: bool) -> String {
    let file = syn::parse_file(source).expect("a snapshot that parses");
    let mut shown = Vec::new();
    for mut item in file.items {
        let arguments = match &mut item {
            Item::Fn(ItemFn { attrs, .. })
            | Item::Impl(ItemImpl { attrs, .. })
            | Item::Trait(ItemTrait { attrs, .. }) => arguments(attrs),
            _ => TokenStream::new(),
        };
        let expanded = match &item {
            Item::Fn(_) | Item::Impl(_) | Item::Trait(_) => crate::expand::attribute(&arguments, quote!(#item)),
            Item::Struct(_) => crate::derive::derive(quote!(#item)),
            _ => continue,
        };
        let expanded: File = syn::parse2(strip(&expanded)).expect("an expansion that parses");
        if whole {
            shown.push(prettyplease::unparse(&expanded));
        } else {
            let mut halves = Halves(Vec::new());
            halves.visit_file(&expanded);
            shown.extend(halves.0);
            shown.extend(expanded.items.into_iter().filter_map(trait_alone));
        }
    }
    shown.join("\n")
}

/// Takes the attribute away, and gives its arguments.
fn arguments(attrs: &mut Vec<Attribute>) -> TokenStream {
    let mut taken = attrs.extract_if(.., |attr| attr.path().is_ident("differentiable"));
    taken.find_map(|attr| attr.meta.require_list().ok().map(|list| list.tokens.clone())).unwrap_or_default()
}

/// Finds the functions that hold both halves.
struct Halves(Vec<String>);

impl<'ast> Visit<'ast> for Halves {
    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        if function.sig.ident.to_string().starts_with("split") {
            let mut function = function.clone();
            function.attrs.clear();
            let file = File { shebang: None, attrs: Vec::new(), items: vec![syn::parse_quote!(#function)] };
            self.0.push(prettyplease::unparse(&file));
        }
    }
}

/// A trait with what it got, without attributes.
fn trait_alone(item: Item) -> Option<String> {
    let Item::Trait(mut item) = item else { return None };
    for item in &mut item.items {
        if let TraitItem::Fn(function) = item {
            function.attrs.clear();
        }
    }
    Some(prettyplease::unparse(&File { shebang: None, attrs: Vec::new(), items: vec![Item::Trait(item)] }))
}

/// Leaves out `::cotangent::generated::`, and the short name for it.
fn strip(tokens: &TokenStream) -> TokenStream {
    let text = tokens.to_string().replace(":: cotangent :: generated ::", "").replace("__ad ::", "");
    text.parse().expect("tokens that parse")
}
