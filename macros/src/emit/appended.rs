//! The elements that each iteration of a loop appends to a list. The list gets room for numbers before the loop, and the reverse half finds
//! the cotangents by the index of the iteration.
//!
//! ```text
//! let all = 0..n;
//! let appended = lists::room(&mut y, &all);
//! for (i, element) in all.zip(appended) { ..; *element = v; .. }
//!
//! let y_appended = lists::back::appended(&mut y_bar, &(0..n));
//! for i in (0..n).rev() { give_part(v_bar, &y_appended[iterations_between(0, i)]); .. }
//! lists::back::shorten(&mut y_bar, &(0..n));
//! ```

use std::cell::RefCell;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

use super::forward::Forward;
use super::reverse::Reverse;
use crate::ir::{Header, Loop, Operand, Place, VarId};
use crate::library::private;
use crate::naming::{bar, hygienic};
use crate::plan::appended_lists::appended_lists;
use crate::plan::link_layout::Of;
use crate::words::words;

/// The lists of the loops that code is written for, each with the expression for the cotangent of an element.
#[derive(Default)]
pub(super) struct Appended(RefCell<Vec<(VarId, TokenStream)>>);

impl Forward<'_> {
    /// The loop over a range, all of it, where the list that it appends numbers to gets room for them before.
    pub(super) fn appending(&self, looped: &Loop, range: &TokenStream) -> Option<TokenStream> {
        let Header::Range { index, reversed, .. } = &looped.header else { return None };
        let lists = appended_lists(self.function, looped);
        let &[(list, Operand::Place(value))] = lists.as_slice() else { return None };
        let name = &self.function.var(list.var).name;
        let is_named = !list.is_ref && matches!(&list.written, Expr::Path(path) if path.path.is_ident(name));
        if self.links.of != Of::Values || self.plan.numbers.place(value).is_none() || !is_named {
            return None;
        }
        let body = self.giving(list.var).block(&looped.body);
        // The list is lent while the loop runs. Text that is printed may name it too.
        if words(body.clone()).contains(name) || body.to_string().contains(&format!("{{{name}")) {
            return None;
        }
        let (private, index) = (private(), &self.function.var(*index).name);
        let (all, room, element) = (hygienic("all"), hygienic("appended"), element());
        let reversed = reversed.then(|| quote!(.rev()));
        Some(quote!({
            let #all = #range;
            let #room = #private::lists::room(&mut #name, &#all);
            for (#index, #element) in #all #reversed.zip(#room) { #body }
        }))
    }
}

/// The place for what an iteration appends.
pub(super) fn element() -> Ident {
    hygienic("element")
}

impl Reverse<'_> {
    /// Code of a loop, which may ask for [`Reverse::appended`], with what stands before and after it.
    pub(super) fn with_appended<R>(&self, looped: &Loop, code: impl FnOnce() -> R) -> (R, [TokenStream; 2]) {
        let Header::Range { index, from, inclusive, to, reversed, .. } = &looped.header else {
            return (code(), Default::default());
        };
        let lists = if self.is_dual() { Vec::new() } else { appended_lists(self.function, looped) };
        let (private, index) = (private(), &self.function.var(*index).unique);
        let dots = if *inclusive { quote!(..=) } else { quote!(..) };
        let [mut before, mut after] = [TokenStream::new(), TokenStream::new()];
        let outside = self.appended.0.borrow().len();
        for var in lists.into_iter().map(|(list, _)| list.var) {
            let (from, to) = (self.value(from), self.value(to));
            let (range, bar, name) = (quote!((#from #dots #to)), bar(&self.function.var(var).unique), name(self, var));
            before.extend(quote!(let #name = #private::lists::back::appended(&mut #bar, &#range);));
            after.extend(quote!(#private::lists::back::shorten(&mut #bar, &#range);));
            // How many iterations were before this one.
            let position = match (reversed, inclusive) {
                (false, _) => quote!(#private::iterations_between(#from, #index)),
                (true, true) => quote!(#private::iterations_between(#index, #to)),
                (true, false) => quote!(#private::iterations_between(#index, #to) - 1),
            };
            self.appended.0.borrow_mut().push((var, quote!(#name[#position])));
        }
        let code = code();
        self.appended.0.borrow_mut().truncate(outside);
        (code, [before, after])
    }

    /// The cotangent of the element that this iteration appended to a list, if the loop finds it so.
    pub(super) fn appended(&self, list: &Place) -> Option<TokenStream> {
        let lists = self.appended.0.borrow();
        let found = lists.iter().find(|(var, _)| list.path.is_empty() && *var == list.var);
        found.map(|(_, element)| element.clone())
    }
}

fn name(reverse: &Reverse<'_>, list: VarId) -> Ident {
    hygienic(&format!("{}_appended", reverse.function.var(list).unique))
}
