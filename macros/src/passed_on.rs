//! Methods of the user's traits of numbers that are those of `f32` and `f64`: `fn sqrt(self) -> Self`.
//!
//! Code that is generic over such a trait finds the rule of `x.sqrt()` by its name. So each implementation for a number has to pass the
//! method on: `f64::sqrt(self)`, `self.sqrt()`. That is seen in the `impl` block, and the trait claims it (`core/src/generated/claims/`).

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Expr, ExprPath, FnArg, Ident, ImplItem, ImplItemFn, ItemImpl, ItemTrait, Pat, Path, ReturnType, Signature, Stmt,
    TraitItem, Type, TypeParamBound,
};

use crate::library::private_path;
use crate::naming::of_numbers;
use crate::syntax::number_methods::{Argument, number_method};
use crate::syntax::{peel, type_parameters};

/// The names of the methods of a trait that are those of numbers.
pub(crate) fn names(block: &ItemTrait) -> Vec<Ident> {
    let methods = block.items.iter().filter_map(|item| match item {
        TraitItem::Fn(method) if method.default.is_none() => Some(&method.sig),
        _ => None,
    });
    methods.filter(|sig| is_of_numbers(sig)).map(|sig| sig.ident.clone()).collect()
}

/// Names that methods of vectors have too, number by number.
const OF_VECTORS: [&str; 16] = [
    "abs",
    "ceil",
    "clamp",
    "copysign",
    "div_euclid",
    "exp",
    "floor",
    "fract",
    "max",
    "midpoint",
    "min",
    "mul_add",
    "recip",
    "rem_euclid",
    "round",
    "signum",
];

/// Whether these names alone show that a trait is one of numbers.
pub(crate) fn are_of_numbers(names: &[Ident]) -> bool {
    names.iter().any(|name| !OF_VECTORS.iter().any(|known| name == known))
}

/// Whether a method has the name and the types of one of `f64`.
pub(crate) fn is_of_numbers(sig: &Signature) -> bool {
    let Some(method) = number_method(&sig.ident) else { return false };
    let (Some(this), ReturnType::Type(_, result)) = (sig.receiver(), &sig.output) else { return false };
    let gives_such = match &**result {
        Type::Tuple(pair) => pair.elems.len() == 2 && pair.elems.iter().all(is_self),
        result => is_self(result),
    };
    let takes = |argument: &Argument, input: &FnArg| {
        let FnArg::Typed(input) = input else { return false };
        match argument {
            Argument::Number => is_self(&input.ty),
            Argument::Whole => input.ty.to_token_stream().to_string() == "i32",
        }
    };
    (this.colon_token.is_none() && this.mutability.is_none() && sig.generics.params.is_empty())
        && method.arguments.len() + 1 == sig.inputs.len()
        && method.arguments.iter().zip(sig.inputs.iter().skip(1)).all(|(argument, input)| takes(argument, input))
        && gives_such
}

fn is_self(ty: &Type) -> bool {
    matches!(ty, Type::Path(ty) if ty.path.is_ident("Self"))
}

/// What the trait claims.
pub(crate) fn claims(names: &[Ident]) -> TokenStream {
    let claims = names.iter().map(of_numbers);
    quote! {
        #(
            #[doc(hidden)]
            fn #claims(&self)
            where
                Self: ::core::marker::Sized,
            {
            }
        )*
    }
}

/// Of an `impl` block for a number, what each method of the name of one of `f64` has to show if the trait claims it.
pub(crate) fn shown(block: &ItemImpl) -> Vec<(Ident, TokenStream)> {
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if number_method(&method.sig.ident).is_some() => Some(method),
        _ => None,
    });
    methods.map(|method| (method.sig.ident.clone(), shows(block, method))).collect()
}

/// Nothing, a claim for the compiler, or the error.
fn shows(block: &ItemImpl, method: &ImplItemFn) -> TokenStream {
    let name = &method.sig.ident;
    match passed_to(method) {
        Some(Callee::Method) if type_parameter(block).is_none() => TokenStream::new(),
        Some(Callee::Function(of)) if of == "Self" || of == block.self_ty.to_token_stream().to_string() => {
            TokenStream::new()
        }
        Some(Callee::Function(of)) if only_bound(block).is_some_and(|bound| is_of(&of, &bound, block)) => {
            known_trait(block, name)
        }
        _ => {
            let message = format!(
                "`{name}` is taken for that of `f64`, whose derivative it has\nhelp: write `f64::{name}(self)` here, or give the method another name"
            );
            quote_spanned!(name.span()=> ::core::compile_error!(#message);)
        }
    }
}

/// What a method is passed on to, with its arguments in their order.
enum Callee {
    /// `self.sqrt()`
    Method,
    /// `f64::sqrt(self)`: what stands before the name.
    Function(String),
}

fn passed_to(method: &ImplItemFn) -> Option<Callee> {
    let [Stmt::Expr(value, None)] = method.block.stmts.as_slice() else { return None };
    let name = |input: &FnArg| match input {
        FnArg::Receiver(this) => Some(Ident::new("self", this.self_token.span)),
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pat) if pat.subpat.is_none() && pat.by_ref.is_none() => Some(pat.ident.clone()),
            _ => None,
        },
    };
    let names: Option<Vec<Ident>> = method.sig.inputs.iter().map(name).collect();
    let names = names?;
    let are_they = |operands: Vec<&Expr>| {
        operands.len() == names.len() && operands.into_iter().zip(&names).all(|(operand, name)| is_name(operand, name))
    };
    match peel(value) {
        Expr::MethodCall(call) if call.method == method.sig.ident && call.turbofish.is_none() => {
            let operands = std::iter::once(&*call.receiver).chain(&call.args).collect();
            are_they(operands).then_some(Callee::Method)
        }
        Expr::Call(call) => {
            let Expr::Path(function) = peel(&call.func) else { return None };
            let of = before(function, &method.sig.ident)?;
            are_they(call.args.iter().collect()).then_some(Callee::Function(of))
        }
        _ => None,
    }
}

/// `f64` of `f64::sqrt`, `$t` of `<$t>::sqrt`, `Float` of `<T as Float>::sqrt`.
fn before(function: &ExprPath, name: &Ident) -> Option<String> {
    let mut path: Path = function.path.clone();
    let last = path.segments.pop()?.into_value();
    path.segments.pop_punct();
    if last.ident != *name || !last.arguments.is_none() {
        return None;
    }
    Some(match &function.qself {
        Some(of) if path.segments.is_empty() => of.ty.to_token_stream().to_string(),
        _ => path.to_token_stream().to_string(),
    })
}

/// `x`, `*x`
fn is_name(operand: &Expr, name: &Ident) -> bool {
    match peel(operand) {
        Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_)) => is_name(&of.expr, name),
        Expr::Path(path) => path.path.is_ident(name),
        _ => false,
    }
}

/// The `T` of `impl<T> Scalar for T`.
fn type_parameter(block: &ItemImpl) -> Option<&Ident> {
    let Type::Path(ty) = &*block.self_ty else { return None };
    let name = ty.path.get_ident()?;
    block.generics.type_params().map(|param| &param.ident).find(|param| *param == name)
}

/// The only trait that bounds it.
fn only_bound(block: &ItemImpl) -> Option<Path> {
    let name = type_parameter(block)?;
    let mut bounds = type_parameters::bounds(&block.generics).into_iter().filter_map(|(of, bound)| match bound {
        TypeParamBound::Trait(bound) if of == name => Some(&bound.path),
        _ => None,
    });
    match (bounds.next(), bounds.next()) {
        (Some(bound), None) => Some(bound.clone()),
        _ => None,
    }
}

/// Whether a function `of::sqrt` is one of the trait, or of the type that it bounds.
fn is_of(of: &str, bound: &Path, block: &ItemImpl) -> bool {
    of == bound.to_token_stream().to_string() || of == block.self_ty.to_token_stream().to_string()
}

/// The claim that a known trait of numbers has the method. It never runs.
fn known_trait(block: &ItemImpl, name: &Ident) -> TokenStream {
    let (claim, this) = (of_numbers(name), &block.self_ty);
    let at_name = private_path().into_iter().map(|mut token| {
        token.set_span(name.span());
        token
    });
    let private: TokenStream = at_name.collect();
    quote_spanned! {name.span()=>
        #[doc(hidden)]
        fn #claim(&self) {
            use #private::methods_of_numbers::*;
            #[allow(dead_code)]
            trait NoOther {
                fn #claim(&mut self)
                where
                    Self: #private::HasEveryMethod,
                {
                }
            }
            impl<T> NoOther for #private::Number<T> {}
            if #private::NEVER {
                (&&&#private::number_type::<#this>()).#claim();
            }
        }
    }
}
