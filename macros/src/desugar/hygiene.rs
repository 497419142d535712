//! Names that are spelled alike and are told apart: those of a `macro_rules!` and those of who calls it.
//!
//! The compiler shows the context of a name only in the debug text of its span: `#7 bytes(10..12)`. Where that text has another form,
//! nothing is known but where a name stands: the names of a macro and those of who calls it do not stand in one order.

use std::collections::HashMap;

use proc_macro2::Ident;
use syn::visit_mut::VisitMut;
use syn::{Block, Lifetime};

/// What tells a name from others of the same spelling. The same in all of a function unless macros had a part in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Context(String);

impl Context {
    pub(crate) fn of(name: &Ident) -> Self {
        let text = format!("{:?}", name.span());
        Self(number(&text).unwrap_or_default().to_owned())
    }
}

/// Gives labels that are spelled alike, but are told apart, names of their own.
pub(crate) fn tell_labels_apart(body: &mut Block) {
    struct Labels(HashMap<String, Vec<Context>>);
    impl VisitMut for Labels {
        fn visit_lifetime_mut(&mut self, label: &mut Lifetime) {
            let (context, known) = (Context::of(&label.ident), self.0.entry(label.ident.to_string()).or_default());
            let at = known.iter().position(|one| *one == context).unwrap_or_else(|| {
                known.push(context);
                known.len() - 1
            });
            if at > 0 {
                label.ident = Ident::new(&format!("{}_{at}", label.ident), label.ident.span());
            }
        }
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    Labels(HashMap::new()).visit_block_mut(body);
}

/// Whether these names, in the order in which they stand in a function, may have contexts that the macro cannot tell.
pub(crate) fn is_unknown(names: &[Ident]) -> bool {
    let Some(first) = names.first() else { return false };
    if !proc_macro::is_available() || number(&format!("{:?}", first.span())).is_some() {
        return false;
    }
    let at = |name: &Ident| {
        let span = name.span().unwrap();
        (span.file(), (span.line(), span.column()))
    };
    let places: Vec<_> = names.iter().map(at).collect();
    places.windows(2).any(|pair| pair[0].0 != pair[1].0 || pair[0].1 > pair[1].1)
}

/// The number of the context.
fn number(text: &str) -> Option<&str> {
    let (number, rest) = text.strip_prefix('#')?.split_once(' ')?;
    (rest.starts_with("bytes(") && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(number)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_number_is_read_from_text_of_one_form_only() {
        assert_eq!(super::number("#12 bytes(3..40)"), Some("12"));
        for other in ["bytes(3..40)", "#12", "#x bytes(3..40)", "Span"] {
            assert_eq!(super::number(other), None, "{other}");
        }
    }
}
