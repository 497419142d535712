//! The calls for second derivatives that users make: `hvp`, `hessian`, and the Gauss-Newton product.

use proc_macro2::TokenStream;
use quote::quote;

use super::calls::{Calls, local};
use super::dual::result_dot;
use super::rule::Mode;
use super::{Unit, bare_or_tuple, private, tape};

impl Unit<'_> {
    /// All of them. What is lent goes back changed, so its cotangent cannot begin at zero: there is only the call that adds.
    pub(super) fn second_calls(&self) -> TokenStream {
        let calls = Calls::new(self);
        let (sweeps, into, sizes) = (calls.sweeps(), calls.product_into(), calls.sizes());
        let returning = (!self.is_unit() && !calls.has_lent()).then(|| {
            let (pass, product, hessian, gauss_newton) =
                (calls.pass(), calls.product(), calls.hessian(), calls.gauss_newton());
            quote!(#pass #product #hessian #gauss_newton)
        });
        self.if_its_rule_has(Mode::SecondDerivatives, quote!(#sweeps #returning #into #sizes))
    }
}

impl Calls<'_> {
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
        let need = self.about_tape();
        let own = |doc: &str| format!("{doc} On a tape that grows, which needs feature `alloc`.");
        let on_tape =
            |doc: &str| format!("{doc} On the caller's tape. {need}\n\n# Panics\nWhen the tape is too small.");
        let handled = |doc: &str| {
            format!(
                "{doc} On the caller's tape. {need}\n\n# Errors\nWhen the tape is too small; it says how many words are needed."
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

    /// The call with one direction that adds to places: all that there is of what is lent.
    fn product_into(&self) -> TokenStream {
        let Self { unit, vis, turbofish, output, receiver, this, params, names, cotangents, .. } = self;
        let (private, generics) = (private(), &unit.sig.generics.params);
        let [tape_name, v, y, gradient, products] = ["tape", "v", "y", "gradient", "product"].map(local);
        let scalar = if unit.is_unit() { unit.bounds() } else { Some(self.bounded("PerhapsScalar")) };
        let (pattern, types) = self.given_tangents();
        let types = bare_or_tuple(&types);
        let places = bare_or_tuple(&cotangents.iter().map(|ct| quote!(&mut #ct)).collect::<Vec<_>>());
        let active: Vec<_> = unit.active_params().collect();
        let bars: Vec<_> = active.iter().map(|param| self.bar_of(param)).collect();
        let moved: Vec<_> = active.iter().map(|param| self.product_of(param)).collect();
        let [bar_pattern, moved_pattern] =
            [&bars, &moved].map(|names| bare_or_tuple(&names.iter().map(|name| quote!(#name)).collect::<Vec<_>>()));
        let given: Vec<_> = active.iter().map(|param| self.direction(param)).collect();
        let pairs: Vec<_> =
            bars.iter().zip(&moved).map(|(bar, moved)| quote!(#private::BarsMut::new(#bar, #moved))).collect();
        let lengths = [
            self.lengths("tangent", Self::dot_of),
            self.lengths("cotangent", Self::bar_of),
            self.lengths("product", Self::product_of),
        ];
        let sweeps = self.call_of_sweeps(&tape_name, &given, &pairs);
        let (into, try_into) =
            (unit.call_name("", "value_grad_and_hvp_into"), unit.call_name("try_", "value_grad_and_hvp_into"));
        let tape = quote!(#tape_name: &mut (impl #private::Store + ?::core::marker::Sized));
        let changed = if self.has_lent() {
            " What is lent by `&mut` comes back changed, and so do its tangent, its cotangent, and the tangent of that."
        } else {
            ""
        };
        let about = format!(
            "The value of `{}`; adds the gradient and the product of the Hessian with `v` to places of yours. {}{changed} On the \
             caller's tape. {}",
            unit.sig.ident,
            unit.order_of("product"),
            self.about_tape(),
        );
        let doc = format!("{about}\n\n# Panics\nWhen the tape is too small.");
        let doc_try = format!("{about}\n\n# Errors\nWhen the tape is too small.");
        quote! {
            #[doc = #doc]
            #[inline]
            #[track_caller]
            #vis fn #into<#generics>(#receiver #tape, #(#params,)* #v: #types, #gradient: #places, #products: #places) -> #output #scalar {
                #private::fits(Self::#try_into #turbofish(#this #tape_name, #(#names,)* #v, #gradient, #products))
            }
            #[doc = #doc_try]
            #[inline]
            #[track_caller]
            #vis fn #try_into<#generics>(
                #receiver #tape, #(#params,)* #v: #types, #gradient: #places, #products: #places
            ) -> ::core::result::Result<#output, #private::TapeOverflow> #scalar {
                let (#pattern, #bar_pattern, #moved_pattern) = (#v, #gradient, #products);
                #(#lengths)*
                let (#y, _) = #sweeps?;
                ::core::result::Result::Ok(#y)
            }
        }
    }

    /// The size of the tape of all of these. To count for arguments what is lent would have to be changed twice.
    fn sizes(&self) -> TokenStream {
        let Self { unit, vis, turbofish, receiver, params, values, .. } = self;
        let (private, generics) = (private(), &unit.sig.generics.params);
        let (words, bounds) = (unit.words("WithTangents"), &unit.sig.generics.where_clause);
        let n = |name: &str| unit.call_name("", name);
        let [tape_words, tape_bytes, tape_words_for] =
            ["hvp_tape_words", "hvp_tape_bytes", "hvp_tape_words_for"].map(n);
        let target = &unit.sig.ident;
        let doc = |unit: &str| {
            format!(
                "{unit} that the second derivatives of `{target}` need on the tape: exactly, but for branches that need less. \
                 `#[checkpoint]` does not make them fewer."
            )
        };
        let (doc, doc_bytes) = (doc("Words of 8 bytes"), doc("Bytes"));
        let doc_for =
            format!("Words of 8 bytes that the second derivatives of `{target}` need on the tape for these arguments.");
        let (t, y_dot, counted) = (tape(), result_dot(), unit.bounds());
        let forward = unit.call_split_dual(&quote!(#private::Forward), &quote!(1), &quote!(#private::NoGrad));
        let still = unit.function.params.iter().map(|_| quote!(#private::NoGrad));
        let for_these = (!self.has_lent()).then(|| {
            quote! {
                #[doc = #doc_for]
                #vis fn #tape_words_for<#generics>(#receiver #(#params),*) -> ::core::primitive::usize #counted {
                    let mut #y_dot = #private::Width::<1, #private::Forward>::new().to_come();
                    #private::measure(|#t| #forward(#t, #(#values,)* #private::Width::new(), &mut #y_dot, #(#still,)* ()))
                }
            }
        });
        quote! {
            #[doc = #doc]
            #vis const fn #tape_words<#generics>() -> ::core::primitive::usize #bounds {
                #private::known(#words)
            }
            #[doc = #doc_bytes]
            #vis const fn #tape_bytes<#generics>() -> ::core::primitive::usize #bounds {
                8 * Self::#tape_words #turbofish()
            }
            #for_these
        }
    }

    /// What is said of it in documentation.
    fn about_tape(&self) -> String {
        let [words, words_for] =
            ["hvp_tape_words", "hvp_tape_words_for"].map(|name| self.unit.call_name("", name).to_string());
        let known = format!("The tape has [`{words}()`](Self::{words}) words");
        if self.has_lent() {
            return format!("{known}; where a loop decides, the error of the `try_` form says how many.");
        }
        format!("{known}; where a loop decides, [`{words_for}(..)`](Self::{words_for}) counts them.")
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
        let need = self.about_tape();
        let on_tape =
            |doc: &str| format!("{doc} On the caller's tape. {need}\n\n# Panics\nWhen the tape is too small.");
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
