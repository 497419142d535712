//! What the derivative of a user's operator is found by, and what derived code calls of it: the same as of an operator of the library
//! (`core/src/generated/operators.rs`).

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;

use super::Unit;
use super::api::Beside;
use crate::features::FORWARD_MODE;
use crate::library::{private, private_is_named};
use crate::naming::hygienic;
use crate::operator_impls::Operator;
use crate::quoting::{arguments, quiet};
use crate::syntax::lifetimes::without_lifetimes;

/// Shows that the trait is that of the operator, not one of the same name: whatever has the operator has the trait.
fn of_the_language(operator: &Operator) -> TokenStream {
    let mut of = operator.of.clone();
    let Some(last) = of.segments.last_mut() else { return TokenStream::new() };
    last.arguments = syn::PathArguments::None;
    let span = last.ident.span();
    let mut known = last.ident.clone();
    known.set_span(proc_macro2::Span::call_site());
    let right = (operator.operands.len() > 1).then(|| quote!(Right));
    let bounded = right.as_ref().map(|right| quote!(<#right>));
    quote_spanned! {span=>
        fn is_the_operator<Left: ::core::ops::#known #bounded, #right>() {
            fn is<Left: #of #bounded, #right>() {}
            is::<Left, #right>();
        }
    }
}

/// Everything beside an operator.
pub(crate) fn operator(unit: &Unit<'_>, operator: &Operator) -> TokenStream {
    let (private, named, quiet, name) = (private(), private_is_named(), quiet(), &unit.sig.ident);
    let Beside { names, companion, halves, .. } = Beside::of_operator(unit);
    let generics = without_lifetimes(&unit.sig.generics);
    let (types, bounds) = (arguments(&unit.sig.generics), unit.bounds());
    let bounds = bounds.map(|mut bounds| {
        crate::syntax::lifetimes::lasting_bounds(&mut bounds);
        bounds
    });
    let methods = Methods::new(unit, operator);
    let of_values = methods.rule_of_values(&generics, bounds.as_ref());
    let (first, others) = (methods.of_first_order(), FORWARD_MODE.then(|| methods.with_tangents()));
    let rule = format_ident!("{}", operator.rule);
    let marker = quote!(#private::operators::rules::#rule);
    let marker = if operator.assigns { quote!(#private::operators::Assigning<#marker>) } else { marker };
    let of_the_language = of_the_language(operator);
    let mut operands: Vec<TokenStream> = operator.operands.iter().map(|ty| quote!(#ty)).collect();
    if operator.assigns {
        operands[0] = Methods::bare(&operator.operands[0]);
    }
    if let [_] = operands.as_slice() {
        operands.push(quote!(()));
    }
    let declared = without_bounds(unit);
    let phantom = unit.sig.generics.type_params().map(|param| &param.ident);
    quote! {
        #quiet
        const _: () = {
            #named
            #of_the_language
            struct #name {}
            type __This = #name;
            #names

            impl ::core::clone::Clone for __This {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl ::core::marker::Copy for __This {}
            impl #private::Companion for __This {
                const THIS: Self = Self {};
                type On<__X> = #private::Nowhere;
            }
            impl __This {
                #companion
                #halves
            }

            pub struct Rule<#(#declared),*>(::core::marker::PhantomData<fn() -> (#(#phantom,)*)>);
            impl<#generics> ::core::clone::Clone for Rule<#(#types),*> #bounds {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl<#generics> ::core::marker::Copy for Rule<#(#types),*> #bounds {}
            impl<#generics> #private::Companion for Rule<#(#types),*> #bounds {
                const THIS: Self = Self(::core::marker::PhantomData);
                type On<__X> = #private::Nowhere;
            }
            impl<#generics> #private::operators::OwnOperator<#(#operands),*> for #marker #bounds {
                type Derivative = Rule<#(#types),*>;
            }
            impl<#generics> Rule<#(#types),*> #bounds {
                #first
                #others
            }
            #of_values
        };
    }
}

/// The generic parameters as a struct declares them.
fn without_bounds(unit: &Unit<'_>) -> Vec<TokenStream> {
    let declared = unit.sig.generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Const(param) => {
            let (name, ty) = (&param.ident, &param.ty);
            Some(quote!(const #name: #ty))
        }
        syn::GenericParam::Type(param) => {
            let name = &param.ident;
            Some(quote!(#name))
        }
        syn::GenericParam::Lifetime(_) => None,
    });
    declared.collect()
}

/// Writes the functions of the rule. Those of the function behind it are called.
pub(super) struct Methods<'u> {
    pub operator: &'u Operator,
    /// The operands without references, and their names, and those of their cotangents and tangents.
    pub types: Vec<TokenStream>,
    pub names: Vec<Ident>,
    pub output: TokenStream,
    pub turbofish: TokenStream,
    pub generics: Vec<TokenStream>,
    /// The types of the operands of the function.
    pub told: TokenStream,
    /// The flags of the operands.
    pub reads: TokenStream,
    /// Whether each operand has a derivative.
    pub active: Vec<bool>,
    /// The operator as a function, for values.
    pub plain: TokenStream,
}

impl<'u> Methods<'u> {
    fn new(unit: &Unit<'_>, operator: &'u Operator) -> Self {
        let private = private();
        let types: Vec<_> = operator.operands.iter().map(Self::bare).collect();
        let generics = arguments(&unit.sig.generics);
        let names = ["a", "b"].map(hygienic);
        let names: Vec<_> = names.into_iter().take(types.len()).collect();
        let reads = unit.function.params.iter().map(|param| {
            let flag = Ident::new(
                if unit.plan.unread.contains(&param.var) || param.lent { "No" } else { "Yes" },
                proc_macro2::Span::call_site(),
            );
            quote!(#private::#flag)
        });
        let reads: Vec<_> = reads.collect();
        let (of, method) = (&operator.of, &operator.method);
        Self {
            operator,
            names,
            output: if operator.assigns { types[0].clone() } else { unit.output() },
            turbofish: if generics.is_empty() { TokenStream::new() } else { quote!(::<#(#generics),*>) },
            generics,
            told: unit.types(),
            reads: quote!((#(#reads,)* #private::No)),
            active: unit.function.params.iter().map(|param| unit.function.var(param.var).active).collect(),
            plain: {
                let all: Vec<_> = operator.operands.iter().map(|ty| quote!(#ty)).collect();
                let first = &all[0];
                if operator.assigns {
                    let ty = &types[0];
                    quote!(<#ty as #of>::#method)
                } else {
                    quote!(<#first as #of>::#method)
                }
            },
            types,
        }
    }

    /// A type without its references.
    fn bare(ty: &Type) -> TokenStream {
        match ty {
            Type::Reference(reference) => Self::bare(&reference.elem),
            Type::Paren(inner) => Self::bare(&inner.elem),
            ty => quote!(#ty),
        }
    }

    fn of_first_order(&self) -> TokenStream {
        let Self { names, types, output, told, reads, turbofish, .. } = self;
        let (private, common) = (private(), self.own());
        let (value, bwd) = (self.value(), self.bwd());
        quote! {
            #[inline(always)]
            pub fn reads(self) -> #reads {
                #reads
            }
            #[inline(always)]
            pub fn operands(self, #(_: &#types),*) -> #private::Ty<#told> {
                #private::Ty::new()
            }
            #[inline(always)]
            pub fn pushes(self, #(_: &#types),*) -> #private::Uneven {
                #private::Uneven
            }
            pub const fn words(self, types: &#private::Ty<#told>, depth: ::core::primitive::usize, sweeps: #private::Sweeps) -> #private::TapeSize {
                (__This {}).words #turbofish(types, depth, sweeps)
            }
            #[inline(always)]
            pub fn value(self, #(#names: &#types),*) -> #output {
                #value
            }
            #common
            #bwd
        }
    }

    /// The forward half.
    fn own(&self) -> TokenStream {
        let Self { names, types, output, turbofish, .. } = self;
        let private = private();
        if !self.operator.assigns {
            return quote! {
                #[inline(always)]
                pub fn own(self, t: &mut #private::Tape<'_>, #(#names: &#types),*) -> ::core::option::Option<#output> {
                    ::core::option::Option::Some((__This {}).fwd #turbofish(t, #(#names),*))
                }
            };
        }
        let (place, others) = (&names[0], &names[1..]);
        let (of, other_types) = (&types[0], &types[1..]);
        quote! {
            #[inline(always)]
            pub fn own(self, t: &mut #private::Tape<'_>, #(#names: &#types),*) -> ::core::option::Option<#output> {
                let mut y = #private::of(#place).own();
                (__This {}).fwd #turbofish(t, &mut y, #(#others),*);
                ::core::option::Option::Some(y)
            }
            #[inline(always)]
            pub fn own_assign(self, t: &mut #private::Tape<'_>, #place: &mut #of, #(#others: &#other_types),*) -> ::core::primitive::bool {
                (__This {}).fwd #turbofish(t, #place, #(#others),*);
                true
            }
            #[inline(always)]
            pub const fn joins<__A: ?::core::marker::Sized, __B: ?::core::marker::Sized>(self, _: &__A, _: &__B) {}
        }
    }

    /// The operator as the user has it.
    pub fn value(&self) -> TokenStream {
        let Self { names, operator, plain, .. } = self;
        let private = private();
        let given = names.iter().zip(&operator.operands).map(|(name, ty)| {
            if matches!(ty, Type::Reference(_)) { quote!(#name) } else { quote!(#private::of(#name).own()) }
        });
        if operator.assigns {
            let (place, others) = (&names[0], given.skip(1));
            return quote!(let mut y = #private::of(#place).own(); #plain(&mut y, #(#others),*); y);
        }
        quote!(#plain(#(#given),*))
    }

    /// A slot of an operand.
    fn slot(&self, i: usize, pair: bool) -> TokenStream {
        let (private, ty) = (private(), &self.types[i]);
        match (self.active[i], pair) {
            (false, _) => quote!(impl #private::Unwanted),
            (true, false) => quote!(impl #private::Slot<#private::Ct<#ty>>),
            (true, true) => quote!(impl #private::PairSlot<#private::Ct<#ty>>),
        }
    }

    /// The arguments of the reverse half of the function, from `first` on.
    fn read(&self, first: usize) -> Vec<TokenStream> {
        let names = self.names.iter().enumerate().skip(first);
        names
            .map(|(i, name)| {
                let i = syn::Index::from(i);
                quote!((__This {}).reads().#i.kept(|| #name.get()))
            })
            .collect()
    }

    fn bwd(&self) -> TokenStream {
        let Self { names, types, output, turbofish, operator, .. } = self;
        let private = private();
        let bars: Vec<_> = names.iter().map(|name| format_ident!("{name}_bar")).collect();
        let slots: Vec<_> = (0..names.len()).map(|i| self.slot(i, false)).collect();
        let read = self.read(usize::from(operator.assigns));
        let body = if operator.assigns {
            let (bar, others) = (&bars[0], &bars[1..]);
            quote! {
                let mut changed = ::core::clone::Clone::clone(y_bar);
                (__This {}).bwd #turbofish(t, (), #(#read,)* &#private::NoGrad, &mut changed, #(#others),*);
                #private::give(#bar, &changed);
            }
        } else {
            quote!((__This {}).bwd #turbofish(t, #(#read,)* y_bar, #(#bars),*);)
        };
        let of_sums = self.of_sums(&bars);
        let assign = operator.assigns.then(|| {
            let (of, other_names, other_types) = (&types[0], &names[1..], &types[1..]);
            let (bar, others, slots) = (&bars[0], &bars[1..], &slots[1..]);
            quote! {
                #[inline(always)]
                pub fn bwd_assign(
                    self,
                    t: &mut #private::Tape<'_>,
                    #(#other_names: #private::Read<'_, #other_types>,)*
                    #bar: &mut #private::Ct<#of>,
                    #(#others: #slots),*
                ) {
                    (__This {}).bwd #turbofish(t, (), #(#read,)* &#private::NoGrad, #bar, #(#others),*);
                }
                #[inline(always)]
                pub fn bwd_assign_constant(
                    self,
                    t: &mut #private::Tape<'_>,
                    #(#other_names: #private::Read<'_, #other_types>,)*
                    #bar: &mut #private::Ct<#of>
                ) {
                    self.bwd_assign(t, #(#other_names,)* #bar, #private::NoGrad);
                }
            }
        });
        quote! {
            #[inline(always)]
            pub fn bwd(
                self,
                t: &mut #private::Tape<'_>,
                #(#names: #private::Read<'_, #types>,)*
                _: #private::Read<'_, #output>,
                y_bar: &#private::Ct<#output>,
                #(#bars: #slots),*
            ) {
                #body
            }
            #of_sums
            #assign
        }
    }

    /// The reverse half of a sum whose cotangent might become that of an operand: here it does not.
    fn of_sums(&self, bars: &[Ident]) -> TokenStream {
        let Self { names, types, output, operator, active, .. } = self;
        let private = private();
        let sides: &[(usize, &str)] = match (operator.rule, operator.assigns) {
            ("add", false) => &[(0, "bwd_left"), (1, "bwd_right")],
            ("sub", false) => &[(0, "bwd_left")],
            _ => &[],
        };
        let each = sides.iter().filter(|(side, _)| active[*side]).map(|(side, name)| {
            let name = Ident::new(name, proc_macro2::Span::call_site());
            let slots = (0..names.len()).map(|i| {
                let ty = &types[i];
                if i == *side { quote!(&mut #private::First<'r, #private::Ct<#ty>>) } else { self.slot(i, false) }
            });
            quote! {
                #[inline(always)]
                pub fn #name<'r>(
                    self,
                    t: &mut #private::Tape<'_>,
                    #(#names: #private::Read<'_, #types>,)*
                    y: #private::Read<'_, #output>,
                    y_bar: &'r mut #private::Ct<#output>,
                    #(#bars: #slots),*
                ) {
                    self.bwd(t, #(#names,)* y, &*y_bar, #(#bars),*);
                }
            }
        });
        each.collect()
    }

    /// The names of the tangents of the operands, or of their cotangents.
    pub fn beside(&self, what: &str) -> Vec<Ident> {
        self.names.iter().map(|name| format_ident!("{name}_{what}")).collect()
    }

    /// The types of the tangents of the operands, along so many directions.
    fn directions(&self, count: &TokenStream) -> Vec<TokenStream> {
        let private = private();
        let each = self.types.iter().zip(&self.active).map(|(ty, active)| {
            if *active {
                quote!(impl #private::Directions<#private::Ct<#ty>, #count>)
            } else {
                quote!(impl ::core::marker::Sized)
            }
        });
        each.collect()
    }

    /// The generic arguments of `dual`, which has two more than the others.
    fn turbofish_dual(&self) -> Option<TokenStream> {
        let generics = &self.generics;
        (!generics.is_empty()).then(|| quote!(::<#(#generics,)* __K, _>))
    }

    fn with_tangents(&self) -> TokenStream {
        let Self { types, output, told, reads, .. } = self;
        let (private, dots) = (private(), self.beside("dot"));
        let (forward, reverse) = (self.own_dual(), self.bwd_dual());
        let assign = self.operator.assigns.then(|| self.assign_dual());
        quote! {
            #[inline(always)]
            pub fn reads_dual(self, _: &#private::Ty<#told>) -> #reads {
                #reads
            }
            #[inline(always)]
            pub fn tangents<const __K: ::core::primitive::usize, __S>(
                self,
                _: #private::Width<__K, __S>,
                _: &mut [#private::Ct<#output>; __K],
                #(_: &#types,)*
                _: &#output,
                #(#dots: impl ::core::marker::Sized),*
            ) {
            }
            #forward
            #reverse
            #assign
        }
    }

    /// The forward half with tangents.
    fn own_dual(&self) -> TokenStream {
        let Self { names, types, output, .. } = self;
        let (private, dots, generic) = (private(), self.beside("dot"), self.turbofish_dual());
        let tangents = self.directions(&quote!(__K));
        let body = if self.operator.assigns {
            let (name, dot, other_names, other_dots) = (&names[0], &dots[0], &names[1..], &dots[1..]);
            quote! {
                let mut y = #private::of(#name).own();
                *y_dot = width.own(#name, #dot);
                let mut nothing = width.to_come();
                (__This {}).dual #generic(t, width, &mut nothing, &mut y, #(#other_names,)* y_dot.each_mut(), #(#other_dots),*);
                ::core::option::Option::Some(y)
            }
        } else {
            quote!(::core::option::Option::Some((__This {}).dual #generic(t, width, y_dot, #(#names,)* #(#dots),*)))
        };
        quote! {
            #[inline(always)]
            pub fn own_dual<const __K: ::core::primitive::usize, __S: #private::Ahead>(
                self,
                t: &mut #private::Tape<'_>,
                width: #private::Width<__K, __S>,
                y_dot: &mut [#private::Ct<#output>; __K],
                #(#names: &#types,)*
                #(#dots: #tangents),*
            ) -> ::core::option::Option<#output> {
                #body
            }
        }
    }

    /// The reverse half with tangents.
    fn bwd_dual(&self) -> TokenStream {
        let Self { names, types, output, turbofish, operator, .. } = self;
        let (private, dots, bars) = (private(), self.beside("dot"), self.beside("bar"));
        let (along_one, read) = (self.directions(&quote!(1)), self.read(usize::from(operator.assigns)));
        let slots = (0..names.len()).map(|i| self.slot(i, true));
        let body = if operator.assigns {
            let (bar, other_dots, other_bars) = (&bars[0], &dots[1..], &bars[1..]);
            quote! {
                let mut changed = y_bar.copied();
                (__This {}).bwd_dual #turbofish(
                    t, (), #(#read,)* #private::NoGrad, #(#other_dots,)*
                    #private::PairRef::new(&#private::NoGrad, &#private::NoGrad), changed.lent(), #(#other_bars),*
                );
                #private::dual::give(#bar, changed.seen());
            }
        } else {
            quote!((__This {}).bwd_dual #turbofish(t, #(#read,)* #(#dots,)* y_bar, #(#bars),*);)
        };
        quote! {
            #[inline]
            pub fn bwd_dual(
                self,
                t: &mut #private::Tape<'_>,
                #(#names: #private::Read<'_, #types>,)*
                _: #private::Read<'_, #output>,
                #(#dots: #along_one,)*
                _: impl ::core::marker::Sized,
                y_bar: #private::PairRef<'_, #private::Ct<#output>>,
                #(#bars: #slots),*
            ) {
                #body
            }
        }
    }

    /// Both halves of `a += b` with tangents.
    fn assign_dual(&self) -> TokenStream {
        let Self { names, types, turbofish, .. } = self;
        let (private, dots, bars, generic) = (private(), self.beside("dot"), self.beside("bar"), self.turbofish_dual());
        let (name, of, dot, bar) = (&names[0], &types[0], &dots[0], &bars[0]);
        let (other_names, other_types, other_dots, other_bars) = (&names[1..], &types[1..], &dots[1..], &bars[1..]);
        let (tangents, along_one, read) = (self.directions(&quote!(__K)), self.directions(&quote!(1)), self.read(1));
        let (tangents, along_one) = (&tangents[1..], &along_one[1..]);
        let slots = (1..names.len()).map(|i| self.slot(i, true));
        quote! {
            #[inline(always)]
            pub fn own_assign_dual<const __K: ::core::primitive::usize, __S: #private::Ahead>(
                self,
                t: &mut #private::Tape<'_>,
                width: #private::Width<__K, __S>,
                #name: &mut #of,
                #(#other_names: &#other_types,)*
                #dot: [&mut #private::Ct<#of>; __K],
                #(#other_dots: #tangents),*
            ) -> ::core::primitive::bool {
                let mut nothing = width.to_come();
                (__This {}).dual #generic(t, width, &mut nothing, #name, #(#other_names,)* #dot, #(#other_dots),*);
                true
            }
            #[inline(always)]
            pub fn assign_tangent<__A: ?::core::marker::Sized, __B: ?::core::marker::Sized>(self, _: &mut __A, _: &__B) {}
            #[inline]
            pub fn bwd_assign_dual(
                self,
                t: &mut #private::Tape<'_>,
                #(#other_names: #private::Read<'_, #other_types>,)*
                #(#other_dots: #along_one,)*
                #bar: #private::PairMut<'_, #private::Ct<#of>>,
                #(#other_bars: #slots),*
            ) {
                (__This {}).bwd_dual #turbofish(
                    t, (), #(#read,)* #private::NoGrad, #(#other_dots,)*
                    #private::PairRef::new(&#private::NoGrad, &#private::NoGrad), #bar, #(#other_bars),*
                );
            }
            #[inline]
            pub fn bwd_assign_constant_dual(
                self,
                t: &mut #private::Tape<'_>,
                #(#other_names: #private::Read<'_, #other_types>,)*
                #bar: #private::PairMut<'_, #private::Ct<#of>>
            ) {
                self.bwd_assign_dual(t, #(#other_names,)* #private::NoGrad, #bar, #private::NoGrad);
            }
        }
    }
}
