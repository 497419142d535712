//! Claims that two stages make in one form: calls of the library with which the compiler checks what the macro takes for granted.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Path, Type, parse_quote_spanned};

use crate::library::{private, private_at};
use crate::naming::hygienic;
use crate::syntax::number_methods::number_method;

/// The claim that a method, whose derivative was found on a receiver, is not hidden by another. It never runs.
///
/// `into` is not claimed: `Into` is in every scope, so the compiler refuses another method of this name that takes a number by value. Nor
/// are those that the library's `Real` has by value: where it is in scope, the compiler refuses another one too.
pub(crate) fn alone(name: &Ident, found: &TokenStream, receiver: &TokenStream) -> TokenStream {
    if ["erf", "erfc", "into", "to_f32", "to_f64"].iter().any(|known| name == known) {
        return quote!(let _ = #found;);
    }
    let private = private_at(name.span());
    let in_a_trait = number_method(name).is_none().then(|| quote_spanned!(name.span()=> .in_a_trait()));
    quote_spanned! {name.span()=>
        use only_for_the_derivative::*;
        #private::receiver(#found, &#receiver)#in_a_trait.by_value().#name();
    }
}

/// The same of a method that may take `&mut self`: a method that takes `&self` would go before it.
pub(crate) fn alone_by_reference(name: &Ident, found: &TokenStream, receiver: &TokenStream) -> TokenStream {
    let (private, claim) = (private_at(name.span()), alone(name, found, receiver));
    quote_spanned! {name.span()=>
        #claim
        #private::receiver(#found, &#receiver).by_reference().#name();
    }
}

/// The claim that a method does not take `&mut self`. It never runs.
pub(crate) fn leaves_receiver(name: &Ident, found: &TokenStream, receiver: &TokenStream) -> TokenStream {
    let private = private_at(name.span());
    quote_spanned!(name.span()=> #private::leaves_receiver(#private::receiver(#found, &#receiver).by_reference());)
}

/// The claim that a method of a number type parameter is the one of numbers. It never runs.
pub(crate) fn of_numbers(numbers: &[Type], name: &Ident, found: &TokenStream, receiver: &TokenStream) -> TokenStream {
    if name == "into" {
        return TokenStream::new();
    }
    let (private, claim) = (private_at(name.span()), crate::naming::of_numbers(name));
    quote_spanned! {name.span()=>
        #({
            use #private::{OfANumber as _, OfAnother as _, methods_of_numbers::*};
            (&&&#private::method_of::<_, #numbers, _>(#found, &#receiver).receiver()).#claim();
        })*
    }
}

/// The same of a function of a number type parameter, `T::sin(x)`.
pub(crate) fn of_number(number: &impl ToTokens, name: &Ident) -> TokenStream {
    let private = private_at(name.span());
    let claim = crate::naming::of_numbers(&crate::naming::of_function(name));
    quote_spanned! {name.span()=>
        use #private::methods_of_numbers::*;
        (&&&#private::number_type::<#number>()).#claim();
    }
}

/// `Path(..)`, a call of the constructor of a tuple struct or variant. A pattern names what a call does, so it makes the compiler refuse
/// a function of that name.
pub(crate) fn constructed(path: &Path, fields: &TokenStream) -> TokenStream {
    let value = hygienic("value");
    quote_spanned!(path.span()=> ::cotangent::generated::constructed(#path(#fields), |#value| if let #path(..) = #value {}))
}

/// That what leads to the rule of a function of a type does: of a value of the type.
pub(crate) fn has_a_rule(rule: &impl ToTokens) -> TokenStream {
    let private = private();
    quote!(|it| {
        use #private::AnyRule as _;
        #private::annotated(#private::Ruled(#rule, it).rule(), ());
    })
}

/// `None`. Only the variant of `Option` is a pattern for every `Option`; a constant of that name is one for its own type.
pub(crate) fn no_value(path: &Path) -> Expr {
    parse_quote_spanned!(path.span()=> {
        if let #path = ::core::option::Option::<()>::None {}
        #path
    })
}

/// What has no value, in a function of its own, whose name the compiler shows: an error only where it is built.
pub(crate) fn never(name: &Ident, message: &impl ToTokens) -> TokenStream {
    quote! {
        fn #name<X>() {
            const { ::core::panic!(#message) }
        }
        #name::<()>()
    }
}
