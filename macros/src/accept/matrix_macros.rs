//! What nalgebra's macros stand for: `matrix![a, b; c, d]`, `vector![..]`, `point![..]`, `dmatrix![..]`, `dvector![..]`.

use quote::{quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Token, parse_quote};

use crate::features::NALGEBRA;

/// The call of a function of nalgebra that makes the same; nothing if the macro is another, or has arguments that it does not take.
pub(crate) fn matrix(mac: &syn::Macro) -> Option<Expr> {
    if !NALGEBRA {
        return None;
    }
    let name = &mac.path.segments.last()?.ident;
    let made = match name.to_string().as_str() {
        "vector" | "point" | "dvector" => line(mac)?,
        "matrix" | "dmatrix" => rows(mac)?,
        _ => return None,
    };
    let (rows, columns) = (made.len(), made.first()?.len());
    let all: Vec<_> = made.iter().flatten().collect();
    let each_column = (0..columns).map(|j| {
        let column = made.iter().map(|row| &row[j]);
        quote!([#(#column),*])
    });
    let matrices = quote_spanned!(name.span()=> ::cotangent::generated::matrices);
    Some(match name.to_string().as_str() {
        "point" => parse_quote!(#matrices::Point::<_, #columns>::from([#(#all),*])),
        "vector" => parse_quote!(#matrices::SMatrix::<_, #columns, 1>::from([#(#all),*])),
        "dvector" => parse_quote!(#matrices::DVector::from_row_slice(&[#(#all),*])),
        "dmatrix" => parse_quote!(#matrices::DMatrix::from_row_slice(#rows, #columns, &[#(#all),*])),
        _ if columns == 1 => parse_quote!(#matrices::SMatrix::<_, #rows, 1>::from([#(#all),*])),
        _ => parse_quote!(#matrices::SMatrix::<_, #rows, #columns>::from([#(#each_column),*])),
    })
}

/// The elements of `vector![a, b]`, as the only row.
fn line(mac: &syn::Macro) -> Option<Vec<Vec<Expr>>> {
    let elements = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone()).ok()?;
    Some(vec![elements.into_iter().collect::<Vec<_>>()]).filter(|rows| !rows[0].is_empty())
}

/// The rows of `matrix![a, b; c, d]`, if they are equally long.
fn rows(mac: &syn::Macro) -> Option<Vec<Vec<Expr>>> {
    let parser = |input: syn::parse::ParseStream<'_>| {
        let mut rows = Vec::new();
        while !input.is_empty() {
            let row = Punctuated::<Expr, Token![,]>::parse_separated_nonempty(input)?;
            rows.push(row.into_iter().collect::<Vec<_>>());
            input.parse::<Option<Token![;]>>()?;
        }
        Ok(rows)
    };
    let rows = parser.parse2(mac.tokens.clone()).ok()?;
    rows.windows(2).all(|rows| rows[0].len() == rows[1].len()).then_some(rows).filter(|rows| !rows.is_empty())
}
