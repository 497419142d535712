//! What the derive refuses, and that what it writes is documented.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, File, Item};

use super::derive;

/// The messages of all `compile_error!`s, in order.
fn refusals(item: TokenStream) -> Vec<String> {
    let file: File = syn::parse2(derive(item)).expect("the derive writes items");
    let messages = file.items.into_iter().filter_map(|item| match item {
        Item::Macro(item) if item.mac.path.segments.last()?.ident == "compile_error" => Some(item.mac.tokens),
        _ => None,
    });
    messages.map(|tokens| syn::parse2::<syn::LitStr>(tokens).expect("a message").value()).collect()
}

#[test]
fn no_unions() {
    let found = refusals(quote!(
        union Bits {
            a: f64,
        }
    ));
    assert_eq!(found, ["a `union` has no tangent space\nhelp: make it a struct"]);
}

#[test]
fn only_without_lifetimes() {
    let found = refusals(quote!(
        struct Borrows<'a, 'b> {
            a: &'a f64,
            b: &'b f64,
        }
    ));
    let expected = "a type that borrows cannot be differentiated\n\
                    help: let it own its fields, or pass the borrowed values as separate parameters";
    assert_eq!(found, [expected; 2]);
}

#[test]
fn marks_are_checked_all_at_once() {
    let found = refusals(quote!(
        #[constant]
        struct Marks {
            #[constant(1)]
            a: f64,
            #[constant]
            #[constant]
            b: f64,
        }
    ));
    let expected = [
        "`#[constant]` belongs to a field\nhelp: put it on each field that is not differentiated",
        "a field is `#[constant]`, or `#[constant(extent)]` where `index` reads it\nhelp: write `#[constant]`",
        "the field is already `#[constant]`\nhelp: remove one of the two",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_is_not_an_item_is_an_error_not_a_panic() {
    assert_eq!(
        refusals(quote!(
            fn f() {}
        ))
        .len(),
        1
    );
    assert_eq!(refusals(TokenStream::new()).len(), 1);
}

#[test]
fn the_tangent_struct_is_documented() {
    let documented = |attrs: &[Attribute]| attrs.iter().any(|attr| attr.path().is_ident("doc"));
    for item in [
        quote!(
            pub struct Named<T> {
                pub a: T,
                #[constant]
                pub b: u8,
            }
        ),
        quote!(
            pub struct Tuple(pub f64, pub f32);
        ),
    ] {
        let file: File = syn::parse2(derive(item)).expect("the derive writes items");
        let structs: Vec<_> = file
            .items
            .iter()
            .filter_map(|item| if let Item::Struct(item) = item { Some(item) } else { None })
            .collect();
        let [tangent] = structs[..] else { panic!("one struct, not {}", structs.len()) };
        assert!(documented(&tangent.attrs));
        assert!(tangent.fields.len() == 2 && tangent.fields.iter().all(|field| documented(&field.attrs)));
    }
}
