//! The calls for second derivatives that users make: `hvp`, `hessian`, and the Gauss-Newton product.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Ident;

use super::calls::{Calls, local};
use super::dual::result_dot;
use super::rule::Mode;
use super::{Unit, bare_or_tuple, private, tape, tuple};

impl Unit<'_> {
    /// All of them. What is lent goes back changed, so for functions with `&mut` parameters there are none.
    pub(super) fn second_calls(&self) -> TokenStream {
        let calls = Calls::new(self);
        if self.is_unit() || calls.has_lent() {
            return TokenStream::new();
        }
        let (pass, product, hessian, gauss_newton) =
            (calls.pass(), calls.product(), calls.hessian(), calls.gauss_newton());
        self.if_its_rule_has(Mode::SecondDerivatives, quote!(#pass #product #hessian #gauss_newton))
    }
}

impl Calls<'_> {
    fn name_of_pass(&self) -> Ident {
        self.unit.call_name("", "second_pass")
    }

    /// Its call, for the seed 1.
    fn call_of_pass(&self, tape_name: &Ident, dots: &[TokenStream]) -> TokenStream {
        let Self { turbofish, receiver, values, output, .. } = self;
        let (private, name, along) = (private(), self.name_of_pass(), list(dots));
        let (this, others) = values.split_at(usize::from(receiver.is_some()));
        let this = this.first().map_or_else(|| quote!(<Self as #private::Companion>::THIS), |this| quote!(#this));
        quote! {
            Self::#name #turbofish(
                #this, #tape_name, #(#others,)*
                #private::Seen::new(&<#output as #private::PerhapsScalar<'_>>::one(), &#private::Tangent::zero()), #along
            )
        }
    }

    /// One forward sweep and one reverse sweep along a direction: the value, its tangent, the cotangents for `seed`, and their
    /// tangents. What other generated code calls of it, where a function calls the derivative of another.
    fn pass(&self) -> TokenStream {
        let Self { unit, receiver, output, cotangents, gradients, zeros, .. } = self;
        // All by reference, because it may be called more than once.
        let this = if receiver.is_some() { quote!(&self) } else { quote!(self) };
        let (lent, values) = self.passed_on();
        let (private, t) = (private(), tape());
        let ([tape_name, seed, y], y_dot) = (["tape", "seed", "y"].map(local), result_dot());
        let active: Vec<_> = unit.active_params().collect();
        let dots: Vec<_> = active.iter().map(|param| self.dot_of(param)).collect();
        let bars: Vec<_> = (0..active.len()).map(|i| local(&format!("bar{i}"))).collect();
        let bar_dots: Vec<_> = (0..active.len()).map(|i| local(&format!("bar_dots{i}"))).collect();
        let types: Vec<_> = cotangents.iter().map(|ct| quote!(impl #private::Directions<#ct, 1>)).collect();
        let (given, types) = (list(&dots), list(&types));
        let tangents = self.tangents(|_, param| {
            let dot = self.dot_of(param);
            quote!(#dot)
        });
        let slots = bars
            .iter()
            .zip(&bar_dots)
            .zip(cotangents)
            .map(|((bar, dots), ct)| quote!(#private::BarsMut::<#ct>::new(&mut #bar, &mut #dots).into_outs()));
        let input = tuple(std::iter::once(quote!(#seed)).chain(slots));
        let reverse_values = unit
            .function
            .params
            .iter()
            .zip(&values)
            .map(|(param, value)| if unit.is_gone(param) { quote!(()) } else { quote!(#value) });
        let forward = unit.call_split_dual(&quote!(#private::Forward), &quote!(1), &quote!(#private::NoGrad));
        let reverse = unit.call_split_dual(&quote!(#private::Reverse), &quote!(1), &quote!(_));
        let gradient = bare_or_tuple(gradients);
        let found = bare_or_tuple(&bars.iter().map(|bar| quote!(#bar)).collect::<Vec<_>>());
        let moved = bare_or_tuple(&bar_dots.iter().map(|dots| quote!(#dots)).collect::<Vec<_>>());
        let (name, generics, bounds) = (self.name_of_pass(), &unit.sig.generics.params, unit.bounds());
        let (mention, vis) = (unit.mention(), &self.vis);
        quote! {
            #[doc(hidden)]
            #[inline]
            #vis fn #name<#generics>(
                #this,
                #tape_name: &mut (impl #private::Store + ?::core::marker::Sized),
                #(#lent,)*
                #seed: #private::Seen<'_, #private::Ct<#output>>,
                #given: #types
            ) -> ::core::result::Result<(#output, #private::Ct<#output>, #gradient, #gradient), #private::TapeOverflow> #bounds {
                #mention
                let mut #y_dot = #private::Width::<1, #private::Forward>::new().to_come();
                let (#y, #found, #moved) = #private::Store::run(
                    #tape_name,
                    |#t| #forward(#t, #(#values,)* #private::Width::new(), &mut #y_dot, #(#tangents,)* ()),
                    |#t, #y| {
                        #(let mut #bars: #gradients = #zeros;)*
                        #(let mut #bar_dots: #gradients = #zeros;)*
                        #reverse(#t, #(#reverse_values,)* #private::Width::new(), (), #(#tangents,)* #input);
                        (#y, #found, #moved)
                    },
                )?;
                let [#y_dot] = #y_dot;
                ::core::result::Result::Ok((#y, #y_dot, #found, #moved))
            }
        }
    }

    /// The calls with one direction.
    fn product(&self) -> TokenStream {
        let Self { unit, vis, turbofish, output, receiver, this, params, names, gradients, .. } = self;
        let (private, generics) = (private(), &unit.sig.generics.params);
        let [tape_name, v, y, g, h] = ["tape", "v", "y", "g", "h"].map(local);
        let (always, scalar) = (self.bounded("ScalarResult"), self.bounded("PerhapsScalar"));
        let (pattern, types) = self.given_tangents();
        let (types, gradient) = (bare_or_tuple(&types), bare_or_tuple(gradients));
        let given: Vec<_> = unit.active_params().map(|param| self.direction(param)).collect();
        let lengths = self.lengths("tangent", Self::dot_of);
        let n = |prefix: &str, name: &str| unit.call_name(prefix, name);
        let (hvp, hvp_in, try_hvp_in) = (n("", "hvp"), n("", "hvp_in"), n("try_", "hvp_in"));
        let (all, all_in, try_all_in) =
            (n("", "value_grad_and_hvp"), n("", "value_grad_and_hvp_in"), n("try_", "value_grad_and_hvp_in"));
        let pass = self.call_of_pass(&tape_name, &given);
        let tape = quote!(#tape_name: &mut (impl #private::Store + ?::core::marker::Sized));
        let full = quote!(#private::TapeOverflow);
        let target = unit.sig.ident.to_string();
        let order = unit.order_of("product");
        let about = format!(
            "The product of the Hessian of `{target}` with `v`: how its gradient moves along `v`, by one forward and one reverse sweep \
             (forward over reverse). {order}"
        );
        let about_all = format!(
            "The value and the gradient of `{target}`, and the product of its Hessian with `v`, by the same sweeps. {order}"
        );
        let own = |doc: &str| format!("{doc} On a tape that grows, which needs feature `alloc`.");
        let on_tape = |doc: &str| {
            format!(
                "{doc} On the caller's tape; how many words it needs the error of the `try_` form says.\n\n# Panics\nWhen the tape is too small."
            )
        };
        let handled = |doc: &str| {
            format!(
                "{doc} On the caller's tape.\n\n# Errors\nWhen the tape is too small; it says how many words are needed."
            )
        };
        let docs =
            [own(&about), own(&about_all), on_tape(&about), on_tape(&about_all), handled(&about), handled(&about_all)];
        let [doc, doc_all, doc_in, doc_all_in, doc_try, doc_try_all] = docs;
        quote! {
            #[doc = #doc]
            #[inline]
            #[track_caller]
            #vis fn #hvp<#generics>(#receiver #(#params,)* #v: #types) -> #gradient #always {
                #private::on_growing_tape::<{ #private::UNBOUNDED }, _>(|#tape_name| Self::#hvp_in #turbofish(#this #tape_name, #(#names,)* #v))
            }
            #[doc = #doc_all]
            #[inline]
            #[track_caller]
            #vis fn #all<#generics>(#receiver #(#params,)* #v: #types) -> (#output, #gradient, #gradient) #scalar {
                #private::on_growing_tape::<{ #private::UNBOUNDED }, _>(|#tape_name| Self::#all_in #turbofish(#this #tape_name, #(#names,)* #v))
            }
            #[doc = #doc_in]
            #[inline]
            #[track_caller]
            #vis fn #hvp_in<#generics>(#receiver #tape, #(#params,)* #v: #types) -> #gradient #always {
                #private::fits(Self::#try_hvp_in #turbofish(#this #tape_name, #(#names,)* #v))
            }
            #[doc = #doc_try]
            #[inline]
            #vis fn #try_hvp_in<#generics>(#receiver #tape, #(#params,)* #v: #types) -> ::core::result::Result<#gradient, #full> #always {
                let (_, _, #h) = Self::#try_all_in #turbofish(#this #tape_name, #(#names,)* #v)?;
                ::core::result::Result::Ok(#h)
            }
            #[doc = #doc_all_in]
            #[inline]
            #[track_caller]
            #vis fn #all_in<#generics>(#receiver #tape, #(#params,)* #v: #types) -> (#output, #gradient, #gradient) #scalar {
                #private::fits(Self::#try_all_in #turbofish(#this #tape_name, #(#names,)* #v))
            }
            #[doc = #doc_try_all]
            #[inline]
            #vis fn #try_all_in<#generics>(#receiver #tape, #(#params,)* #v: #types) -> ::core::result::Result<(#output, #gradient, #gradient), #full> #scalar {
                let #pattern = #v;
                #lengths
                let (#y, _, #g, #h) = #pass?;
                ::core::result::Result::Ok((#y, #g, #h))
            }
        }
    }

    /// A product for each number of each parameter. A slice has no constant number of them.
    fn hessian(&self) -> Option<TokenStream> {
        let Self { unit, vis, turbofish, output, receiver, this, params, names, gradients, .. } = self;
        if self.has_slices() {
            return None;
        }
        let (private, generics) = (private(), &unit.sig.generics.params);
        let gradient = bare_or_tuple(gradients);
        let (types, always) = self.numbered(self.bounded("ScalarResult"));
        let (_, scalar) = self.numbered(self.bounded("PerhapsScalar"));
        let columns: Vec<_> =
            types.iter().map(|ty| quote!(<#ty as #private::Numbered<'static>>::Columns<#gradient>)).collect();
        let [tape_name, y, g, along, column, all] = ["tape", "y", "g", "along", "column", "columns"].map(local);
        let pass = |at: Option<usize>| {
            let dots = (0..types.len()).map(|i| if Some(i) == at { quote!(#along) } else { quote!(#private::NoGrad) });
            let pass = self.call_of_pass(&tape_name, &dots.collect::<Vec<_>>());
            quote!(#private::fits(#pass))
        };
        let each = types.iter().enumerate().map(|(at, ty)| {
            let one = pass(Some(at));
            quote! {
                <#ty as #private::Numbered<'static>>::columns_alone(|#along| {
                    let (_, _, _, #column) = #one;
                    #column
                })
            }
        });
        let each: Vec<_> = each.collect();
        let (columns, found) = (bare_or_tuple(&columns), bare_or_tuple(&each));
        let n = |prefix: &str, name: &str| unit.call_name(prefix, name);
        let (hessian, hessian_in, with_all, with_all_in) = (
            n("", "hessian"),
            n("", "hessian_in"),
            n("", "value_grad_and_hessian"),
            n("", "value_grad_and_hessian_in"),
        );
        let target = unit.sig.ident.to_string();
        let order = unit.order_of("derivative");
        let about = format!(
            "The Hessian of `{target}`: how its gradient moves with each number of the arguments, by two sweeps for each. {order}"
        );
        let about_all = format!("The value, the gradient and the Hessian of `{target}`. {order}");
        let own = |doc: &str| format!("{doc} On a tape that grows, which needs feature `alloc`.");
        let on_tape = |doc: &str| {
            format!(
                "{doc} On the caller's tape.\n\n# Panics\nWhen the tape is too small; the panic says how many words are needed."
            )
        };
        let (doc, doc_all, doc_in, doc_all_in) = (own(&about), own(&about_all), on_tape(&about), on_tape(&about_all));
        let value = pass(None);
        let tape = quote!(#tape_name: &mut (impl #private::Store + ?::core::marker::Sized));
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #[track_caller]
            #vis fn #hessian<#generics>(#receiver #(#params),*) -> #columns #always {
                #private::on_growing_tape::<{ #private::UNBOUNDED }, _>(|#tape_name| Self::#hessian_in #turbofish(#this #tape_name, #(#names),*))
            }
            #[doc = #doc_all]
            #[inline]
            #[track_caller]
            #vis fn #with_all<#generics>(#receiver #(#params),*) -> (#output, #gradient, #columns) #scalar {
                #private::on_growing_tape::<{ #private::UNBOUNDED }, _>(|#tape_name| Self::#with_all_in #turbofish(#this #tape_name, #(#names),*))
            }
            #[doc = #doc_in]
            #[inline]
            #[track_caller]
            #vis fn #hessian_in<#generics>(#receiver #tape, #(#params),*) -> #columns #always {
                let (_, _, #all) = Self::#with_all_in #turbofish(#this #tape_name, #(#names),*);
                #all
            }
            #[doc = #doc_all_in]
            #[inline]
            #[track_caller]
            #vis fn #with_all_in<#generics>(#receiver #tape, #(#params),*) -> (#output, #gradient, #columns) #scalar {
                let (#y, _, #g, _) = #value;
                (#y, #g, #found)
            }
        })
    }

    /// `Jᵀ(Jv)`: forward mode, then reverse mode from there.
    fn gauss_newton(&self) -> TokenStream {
        let Self { unit, vis, turbofish, receiver, this, params, names, gradients, .. } = self;
        let (generics, bounds) = (&unit.sig.generics.params, unit.bounds());
        let [v, seed] = ["v", "seed"].map(local);
        let (pattern, types) = self.given_tangents();
        let (types, gradient) = (bare_or_tuple(&types), bare_or_tuple(gradients));
        let lengths = self.lengths("tangent", Self::dot_of);
        let pass = self.call_of_forward_pass(&quote!(1), &self.tangents(|_, param| self.direction(param)));
        let (name, vjp) = (unit.call_name("", "gauss_newton"), unit.call_name("", "vjp"));
        let doc = format!(
            "The Gauss-Newton product of `{}`, `Jᵀ(Jv)` with its Jacobian `J`: a forward pass along `v`, then a reverse sweep from the \
             tangent that it gives. {}",
            unit.sig.ident,
            unit.order_of("product")
        );
        quote! {
            #[doc = #doc]
            #[inline]
            #[track_caller]
            #vis fn #name<#generics>(#receiver #(#params,)* #v: #types) -> #gradient #bounds {
                let #pattern = #v;
                #lengths
                let (_, [#seed]) = #pass;
                let (_, #seed) = Self::#vjp #turbofish(#this #(#names,)* #seed);
                #seed
            }
        }
    }
}

/// `(first, (second, ()))`
fn list(items: &[impl ToTokens]) -> TokenStream {
    items.iter().rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}
