//! Where cotangents are declared: among the steps of their block, in the nest that `plan/cotangent_lives.rs` finds.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::ir::Function;
use crate::naming::first_of;
use crate::plan::cotangent_lives::{Lives, Nest};
use crate::words::words;

/// What makes a cotangent without contributions.
pub(super) enum Start {
    /// What makes it.
    Made(TokenStream),
    /// The zero of a number, or the first contribution, where that is arithmetic.
    Number(TokenStream),
    /// A method for its memory, and one for a slot there, because the first contribution is known.
    Room { room: TokenStream, first: TokenStream },
}

/// A cotangent of a block.
pub(super) struct Zero {
    pub bar: Ident,
    pub start: Start,
    /// The cotangent that it becomes, and lives on as.
    pub heir: Option<Ident>,
}

/// Steps with the declarations of cotangents among them.
pub(super) fn declared(function: &Function, cotangents: Vec<Zero>, steps: &[TokenStream]) -> TokenStream {
    let heirs = cotangents.iter().filter_map(|zero| Some((zero.bar.clone(), zero.heir.clone()?)));
    let (lives, nest) = (Lives::of(steps, heirs.collect()), Nest::new(function, steps.len()));
    let length = nest.length;
    let mut steps = steps.to_vec();
    let mut before = vec![TokenStream::new(); steps.len()];
    let mut after = before.clone();
    let mut around = vec![Vec::new(); steps.len().div_ceil(length)];
    for Zero { bar, start, .. } in cotangents {
        let (slot, named) = (first_of(&bar), lives.first(&bar));
        let used = if matches!(start, Start::Room { .. }) { lives.first(&slot) } else { named };
        let Some(at) = used else { continue };
        let last = lives.last(&bar).or(lives.last(&slot)).unwrap_or(at);
        let is_near = nest.is_one(at, last);
        let (new, changing) = (is_near.then(|| quote!(let)), is_near.then(|| quote!(let mut)));
        let apart = match start {
            Start::Room { room, first } => {
                let memory = format_ident!("{bar}_room");
                before[at].extend(quote!(#changing #memory = #room(); let mut #slot = #first(&mut #memory);));
                after[at].extend(named.map(|_| quote!(#new #bar = #slot.place();)));
                quote!(let mut #memory; let #bar;)
            }
            Start::Number(zero) => {
                match begun_by(&steps[at], &bar, changing.as_ref()) {
                    Some(begun) => steps[at] = begun,
                    None => before[at].extend(quote!(#changing #bar = #zero;)),
                }
                quote!(let mut #bar;)
            }
            Start::Made(zero) => {
                before[at].extend(quote!(#changing #bar = #zero;));
                quote!(let mut #bar;)
            }
        };
        if !is_near {
            around[last / length].push(apart);
        }
    }
    let mut code = TokenStream::new();
    for (block, bars) in around.iter().enumerate() {
        let inside = (block * length..steps.len()).take(length).map(|at| {
            let (before, step, after) = (&before[at], &steps[at], &after[at]);
            quote!(#before #step #after)
        });
        let inner = if code.is_empty() { code } else { quote!({ #code }) };
        code = quote!(#(#bars)* #inner #(#inside)*);
    }
    code
}

/// The step with `bar = contribution;` for `bar += contribution;`, if nothing before that names the cotangent.
fn begun_by(step: &TokenStream, bar: &Ident, changing: Option<&TokenStream>) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = step.clone().into_iter().collect();
    let is_bar = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == bar);
    let is_sign = |at: usize, signs: &[char]| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if signs.contains(&sign.as_char()));
    let at = tokens.iter().position(is_bar).filter(|at| is_sign(at + 1, &['+', '-']) && is_sign(at + 2, &['=']))?;
    let before: TokenStream = tokens[..at].iter().cloned().collect();
    if words(before.clone()).contains(bar) {
        return None;
    }
    let minus = is_sign(at + 1, &['-']).then(|| quote!(-));
    let contribution = &tokens[at + 3..];
    Some(quote!(#before #changing #bar = #minus #(#contribution)*))
}
