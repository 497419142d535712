//! Type parameters of values that have operators with another type: `V: Add<Output = V> + Mul<f64, Output = V>`.
//!
//! Such a value may be a vector, so it is no number to derived code. The bounds of derived code say that the operators have rules: those of
//! numbers are in the library, those of a type of the user's are written beside its operators (`emit/operator_rule.rs`). Derived code keeps
//! all operands of such operators, and takes none of them for linear.

use quote::quote;
use syn::{
    GenericArgument, Generics, Ident, PathArguments, TraitBound, Type, TypeParamBound, WherePredicate, parse_quote,
};

use super::{bounds_of, is_named, is_named_like_numbers};

/// Whether a type parameter has an operator whose other operand is of another type, and no bound that says that it is a number.
pub(super) fn is_with_another(name: &Ident, generics: &Generics) -> bool {
    !bounds_of(name, generics).into_iter().any(is_named_like_numbers)
        && bounds_of(name, generics)
            .into_iter()
            .filter_map(|bound| Some(right(operator(bound)?.1)?.clone()))
            .any(|right| !is_named(&right, name) && !is_named(&right, &Ident::new("Self", name.span())))
}

/// The rules of the operators of these parameters, and those of known types with such a parameter, `f64: Mul<V, Output = V>`.
pub(super) fn rules(generics: &Generics, names: &[Ident]) -> Vec<WherePredicate> {
    let with_another: Vec<_> = names.iter().filter(|name| is_with_another(name, generics)).collect();
    if with_another.is_empty() {
        return Vec::new();
    }
    let of_each = with_another.iter().flat_map(|name| {
        let this: Type = parse_quote!(#name);
        bounds_of(name, generics).into_iter().filter_map(move |bound| rule(&this, bound))
    });
    let is_one = |ty: &Type| with_another.iter().any(|name| is_named(ty, name));
    let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_known = clause.filter_map(|predicate| match predicate {
        WherePredicate::Type(of) if !is_one(&of.bounded_ty) => Some(of),
        _ => None,
    });
    let of_known = of_known.flat_map(|of| {
        of.bounds.iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) if right(operator(bound)?.1).is_some_and(is_one) => {
                rule(&of.bounded_ty, bound)
            }
            _ => None,
        })
    });
    let (operators, all): (Vec<_>, Vec<_>) = of_each.chain(of_known).unzip();
    // Beside one more of each kind, so that none of them counts as that of any operands.
    let first = with_another[0];
    let private = quote!(::cotangent::generated);
    let more = NAMES.into_iter().filter(|(_, name)| operators.contains(name)).map(|(_, name)| {
        let rule = Ident::new(name, proc_macro2::Span::call_site());
        let other = quote!(::core::marker::PhantomData<#first>);
        let of = if name == "neg" { quote!(Rule1<#other>) } else { quote!(Rule2<#other, #other>) };
        parse_quote!(#private::operators::rules::#rule: #private::#of)
    });
    more.chain(all).collect()
}

/// The traits of operators, and the rules.
const NAMES: [(&str, &str); 5] = [("Add", "add"), ("Sub", "sub"), ("Mul", "mul"), ("Div", "div"), ("Neg", "neg")];

/// The rule of an operator, and the arguments of its trait.
fn operator(bound: &TraitBound) -> Option<(&'static str, &PathArguments)> {
    let last = bound.path.segments.last()?;
    let (_, rule) = NAMES.into_iter().find(|(name, _)| last.ident == name)?;
    Some((rule, &last.arguments))
}

/// The type of the right operand, if it is written.
fn right(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(of) = arguments else { return None };
    of.args.iter().find_map(|of| match of {
        GenericArgument::Type(right) => Some(right),
        _ => None,
    })
}

/// The bound on the rule, and its name.
fn rule(left: &Type, bound: &TraitBound) -> Option<(&'static str, WherePredicate)> {
    let (name, arguments) = operator(bound)?;
    let PathArguments::AngleBracketed(of) = arguments else { return None };
    let output = of.args.iter().find_map(|of| match of {
        GenericArgument::AssocType(output) if output.ident == "Output" => Some(&output.ty),
        _ => None,
    })?;
    let right = right(arguments).unwrap_or(left);
    let as_written = |ty: &Type| {
        if is_named(ty, &Ident::new("Self", proc_macro2::Span::call_site())) { left.clone() } else { ty.clone() }
    };
    let (right, output) = (as_written(right), as_written(output));
    let (private, rule) = (quote!(::cotangent::generated), Ident::new(name, proc_macro2::Span::call_site()));
    let of = if name == "neg" { quote!(Rule1<#left>) } else { quote!(Rule2<#left, #right>) };
    let mut of: syn::Path = parse_quote!(#of);
    let last = of.segments.last_mut()?;
    if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
        arguments.args.push(parse_quote!(Output = #output));
        arguments.args.push(parse_quote!(Residual = ()));
    }
    Some((name, parse_quote!(#private::operators::rules::#rule: #private::#of)))
}
