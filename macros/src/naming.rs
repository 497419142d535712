//! The names of generated code: all that stages agree on.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::Path;
use syn::ext::IdentExt;

use crate::ir::Var;
use crate::syntax::starts_upper;

/// `derivative_of_name`
pub(crate) fn rule_method(name: &Ident) -> Ident {
    let mut rule = format_ident!("derivative_of_{}", name.to_string().trim_start_matches("r#"));
    rule.set_span(Span::call_site());
    rule
}

/// The type of an array whose length counts.
pub(crate) fn length_link(link: usize) -> Ident {
    hygienic(&format!("l{link}"))
}

/// One name for a path: `__scale`, `__7_library_scale`. The lengths of all words but the last keep paths apart that read alike.
pub(crate) fn callee(path: &Path) -> Ident {
    let (lengths, words) = lengths_and_words(path);
    let parts: Vec<_> = lengths.into_iter().chain(words).collect();
    named(path, &format!("__{}", parts.join("_")))
}

/// The name of a function whose derivative is called. If it is a module, this is all that the message can say.
pub(crate) fn differentiated_callee(path: &Path) -> Ident {
    let (lengths, words) = lengths_and_words(path);
    let name: Vec<_> = words.into_iter().chain(["is_no_function".to_owned()]).chain(lengths).collect();
    named(path, name.join("_").trim_start_matches('_'))
}

/// The words of a path, and how long all but the last are; 0 if it begins with a colon.
fn lengths_and_words(path: &Path) -> (Vec<String>, Vec<String>) {
    let mut words: Vec<_> = path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    let before = words.split_last().map_or(&[][..], |(_, before)| before);
    let absolute = path.leading_colon.map(|_| "0".to_owned());
    let lengths = absolute.into_iter().chain(before.iter().map(|word| word.len().to_string())).collect();
    // `$crate`, of a macro.
    words.iter_mut().for_each(|word| *word = word.trim_start_matches('$').to_owned());
    (lengths, words)
}

/// A name where the last word of a path stands.
fn named(path: &Path, name: &str) -> Ident {
    Ident::new(name, path.segments.last().map_or_else(Span::call_site, |last| last.ident.span()))
}

/// The type that stands for any implementation of a trait.
pub(crate) fn any_implementation() -> Ident {
    Ident::new("__Self", Span::call_site())
}

/// The tape.
pub(crate) fn tape() -> Ident {
    hygienic("t")
}

/// The cotangent that comes into a function.
pub(crate) fn incoming() -> Ident {
    hygienic("bar")
}

/// The link of a call to its rule.
pub(crate) fn link(number: usize) -> Ident {
    hygienic(&format!("c{number}"))
}

/// What a call leaves on the tape.
pub(crate) fn pushes(number: usize) -> Ident {
    hygienic(&format!("w{number}"))
}

/// The types of the operands of a call.
pub(crate) fn operand_types(number: usize) -> Ident {
    hygienic(&format!("a{number}"))
}

/// The type of a variable of which nothing else is needed.
pub(crate) fn type_of(var: &Var) -> Ident {
    hygienic(&format!("{}_ty", var.unique.to_string().trim_start_matches("r#")))
}

/// The form of a value.
pub(crate) fn form_of(var: &Var) -> Ident {
    hygienic(&format!("{}_form", var.unique.to_string().trim_start_matches("r#")))
}

/// The type of an array made element by element.
pub(crate) fn array(block: usize) -> Ident {
    hygienic(&format!("e{block}"))
}

/// The cotangent of a variable.
pub(crate) fn bar(name: &Ident) -> Ident {
    bar_at(name, name.span())
}

/// The same, so that what is wrong with it is reported at `span`.
pub(crate) fn bar_at(name: &Ident, span: Span) -> Ident {
    let base = name.to_string();
    let base = base.trim_start_matches("r#");
    Ident::new(&format!("{base}_bar"), Span::mixed_site().located_at(span))
}

/// The type parameter for the slot of a parameter's cotangent.
pub(crate) fn slot(name: &Ident) -> Ident {
    let base = name.to_string();
    let base = base.trim_start_matches("r#");
    format_ident!("__{base}_slot")
}

/// The name of a witness: `s` of values with cotangents of their own, `k` of others.
pub(crate) fn witness(letter: &str, block: usize, i: usize) -> Ident {
    let suffix = if i == 0 { String::new() } else { format!("_{i}") };
    hygienic(&format!("{letter}{block}{suffix}"))
}

/// The link to all links of a block.
pub(crate) fn block_link(block: usize) -> Ident {
    hygienic(&format!("b{block}"))
}

/// The link of a state that is run again from.
pub(crate) fn state_link(block: usize, i: usize) -> Ident {
    hygienic(&format!("p{block}_{i}"))
}

/// How many directions there are, as a value.
pub(crate) fn width() -> Ident {
    hygienic("__width")
}

/// The same as a generic parameter.
pub(crate) fn count() -> Ident {
    Ident::new("__K", Span::call_site())
}

/// The place of the tangents of the result.
pub(crate) fn result_dot() -> Ident {
    hygienic("__result_dot")
}

/// The tangents of a variable or parameter.
pub(crate) fn dot(name: &Ident) -> Ident {
    beside(name, "dot")
}

pub(crate) fn beside(name: &Ident, what: &str) -> Ident {
    let base = name.to_string();
    hygienic(&format!("{}_{what}", base.trim_start_matches("r#")))
}

/// A reference to what a closure takes, or to a function.
pub(crate) fn reference_to(name: &Ident) -> Ident {
    beside(name, "ref")
}

/// What is captured, as the reverse half of a closure gets the places of its cotangent.
pub(crate) fn captured_bar() -> Ident {
    hygienic("captured_bar")
}

/// An argument of a closure, before it has the user's name.
pub(crate) fn argument(i: usize) -> Ident {
    hygienic(&format!("__argument{i}"))
}

/// A hygienic name: the user's code cannot mean it.
pub(crate) fn hygienic(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// What an argument of type `&mut T` was before the sweeps.
pub(crate) fn before(name: &Ident) -> Ident {
    hygienic(&format!("{}_before", name.to_string().trim_start_matches("r#")))
}

/// How many functions that call each other are on the way.
pub(crate) fn depth() -> Ident {
    hygienic("depth")
}

/// For which sweeps.
pub(crate) fn sweeps() -> Ident {
    hygienic("sweeps")
}

/// What a closure takes a part of: no name of the user's.
pub(crate) fn part() -> Ident {
    hygienic("d")
}

/// A cotangent that is collected beside what is borrowed.
pub(crate) fn aside(i: usize) -> Ident {
    hygienic(&format!("aside{i}"))
}

/// What the reverse half is given.
pub(crate) fn input_name() -> Ident {
    hygienic("input")
}

/// The name of the slot for the first contribution to a cotangent.
pub(crate) fn first_of(bar: &Ident) -> Ident {
    format_ident!("{bar}_first")
}

pub(crate) fn range() -> Ident {
    hygienic("range")
}

pub(crate) fn room_name() -> Ident {
    hygienic("room")
}

/// What the rule of the function `name` of a type is called after.
pub(crate) fn function_of_type(name: &Ident) -> Ident {
    format_ident!("function_{}", name.unraw(), span = name.span())
}

/// What the rule of `Type::name` is called after, if a path is spelled like one.
pub(crate) fn function_of_a_type(path: &Path) -> Option<Ident> {
    let mut segments = path.segments.iter().rev();
    let (function, of) = (segments.next()?, segments.next()?);
    starts_upper(&of.ident.to_string()).then(|| function_of_type(&function.ident))
}

/// The claim that a method is that of numbers: `sqrt_of_numbers`.
pub(crate) fn of_numbers(name: &Ident) -> Ident {
    let mut claim = format_ident!("{}_of_numbers", name.to_string().trim_start_matches("r#"));
    claim.set_span(name.span());
    claim
}

/// The function that a rule is called after, [the other way round](function_of_type).
pub(crate) fn of_function(name: &Ident) -> Ident {
    Ident::new(name.to_string().trim_start_matches("function_"), name.span())
}

/// Whether the reverse half has a name of its own that is spelled so. The user's variables get other names there. (Theirs do not begin with
/// two underscores there, so names that do need no entry.)
pub(crate) fn is_reserved(name: &str) -> bool {
    const WORDS: [&str; 15] = [
        "bar", "d", "depth", "input", "lender", "own", "part", "quotient", "range", "rest", "room", "sweeps", "t",
        "times", "v",
    ];
    const NUMBERED: [&str; 13] = ["s", "k", "z", "c", "a", "b", "e", "l", "n", "p", "w", "aside", "part"];
    const BESIDE: [&str; 11] =
        ["_at", "_bar", "_before", "_begun", "_dot", "_first", "_form", "_given", "_ref", "_room", "_ty"];
    let numbered = |prefix: &&str| {
        name.strip_prefix(*prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit() || b == b'_'))
    };
    WORDS.contains(&name) || NUMBERED.iter().any(numbered) || BESIDE.iter().any(|end| name.ends_with(end))
}
