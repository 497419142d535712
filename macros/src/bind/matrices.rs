//! Methods that change a matrix of nalgebra in place.
//!
//! One that changes the whole is an assignment of what its rule computes: `y.axpy(a, &x, b)` is `y = ..`, with a rule named `axpy` that
//! takes `y`, `a`, `x` and `b`. One that sets a part of a matrix is a loop over the elements of the part.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprMethodCall, Ident, parse_quote};

use super::{Binder, peel};
use crate::ir::{Method, Op, Operand};
use crate::naming::hygienic;

/// The methods with rules, and how many arguments they have.
const WHOLE: [(&str, usize); 19] = [
    ("add_scalar_mut", 1),
    ("axpy", 3),
    ("component_div_assign", 1),
    ("component_mul_assign", 1),
    ("fill_diagonal", 1),
    ("fill_lower_triangle", 2),
    ("fill_lower_triangle_with_upper_triangle", 0),
    ("fill_upper_triangle", 2),
    ("fill_upper_triangle_with_lower_triangle", 0),
    ("gemm", 4),
    ("gemv", 4),
    ("ger", 4),
    ("neg_mut", 0),
    ("normalize_mut", 0),
    ("renormalize", 0),
    ("scale_mut", 1),
    ("set_diagonal", 1),
    ("transpose_mut", 0),
    ("unscale_mut", 1),
];

/// A part of a matrix that is changed.
struct Part<'e> {
    matrix: &'e Expr,
    /// Where it begins.
    row: TokenStream,
    column: TokenStream,
    /// How many rows and columns it has, if not those of the matrix.
    rows: Option<TokenStream>,
    columns: Option<TokenStream>,
}

impl<'e> Part<'e> {
    fn whole(matrix: &'e Expr) -> Self {
        Self { matrix, row: quote!(0), column: quote!(0), rows: None, columns: None }
    }

    /// The part that an expression such as `m.row_mut(i)` lends, or the whole of another expression.
    fn lent(expr: &'e Expr) -> Self {
        let Expr::MethodCall(call) = peel(expr) else { return Self::whole(expr) };
        let arguments: Vec<_> = call.args.iter().collect();
        let generics: Vec<_> = call.turbofish.iter().flat_map(|turbofish| &turbofish.args).collect();
        let whole = Self::whole(&call.receiver);
        match (call.method.to_string().as_str(), arguments.as_slice(), generics.as_slice()) {
            ("row_mut", [i], []) => Self::row(whole.matrix, i),
            ("column_mut", [j], []) => Self::column(whole.matrix, j),
            ("rows_mut", [i, n], []) => Self { row: quote!(#i), rows: Some(quote!(#n)), ..whole },
            ("columns_mut", [j, n], []) => Self { column: quote!(#j), columns: Some(quote!(#n)), ..whole },
            ("fixed_rows_mut", [i], [n]) => Self { row: quote!(#i), rows: Some(quote!(#n)), ..whole },
            ("fixed_columns_mut", [j], [n]) => Self { column: quote!(#j), columns: Some(quote!(#n)), ..whole },
            ("fixed_view_mut", [i, j], [m, n]) => {
                Self { row: quote!(#i), column: quote!(#j), rows: Some(quote!(#m)), columns: Some(quote!(#n)), ..whole }
            }
            ("view_mut", [at, shape], []) => Self {
                row: quote!((#at).0),
                column: quote!((#at).1),
                rows: Some(quote!((#shape).0)),
                columns: Some(quote!((#shape).1)),
                ..whole
            },
            _ => Self::whole(expr),
        }
    }

    fn row(matrix: &'e Expr, i: &Expr) -> Self {
        Self { row: quote!(#i), rows: Some(quote!(1)), ..Self::whole(matrix) }
    }

    fn column(matrix: &'e Expr, j: &Expr) -> Self {
        Self { column: quote!(#j), columns: Some(quote!(1)), ..Self::whole(matrix) }
    }

    fn is_whole(&self) -> bool {
        self.rows.is_none() && self.columns.is_none()
    }
}

/// Whether a call has the form of one that lends a part of a matrix.
pub(super) fn is_part(call: &ExprMethodCall) -> bool {
    !Part::lent(&Expr::MethodCall(call.clone())).is_whole()
}

/// Whether a call has the form of one that a rule makes an assignment of the whole matrix.
pub(super) fn changes_whole(call: &ExprMethodCall) -> bool {
    matches!(Change::of(call), Some(Change::Whole))
}

/// What a method does to elements.
enum Change<'e> {
    /// A part becomes equal to a matrix.
    Copy(Part<'e>, &'e Expr),
    /// All elements of a part become one value.
    Fill(Part<'e>, &'e Expr),
    /// Two rows or columns change places.
    Swap(&'e Expr, bool, &'e Expr, &'e Expr),
    /// The whole becomes what a rule computes.
    Whole,
}

impl<'e> Change<'e> {
    fn of(call: &'e ExprMethodCall) -> Option<Self> {
        let (method, arguments) = (call.method.to_string(), call.args.iter().collect::<Vec<_>>());
        Some(match (method.as_str(), arguments.as_slice()) {
            ("copy_from", [from]) => Self::Copy(Part::lent(&call.receiver), from),
            ("set_row", [i, from]) => Self::Copy(Part::row(&call.receiver, i), from),
            ("set_column", [j, from]) => Self::Copy(Part::column(&call.receiver, j), from),
            ("fill", [value]) => Self::Fill(Some(Part::lent(&call.receiver)).filter(|part| !part.is_whole())?, value),
            ("fill_row", [i, value]) => Self::Fill(Part::row(&call.receiver, i), value),
            ("fill_column", [j, value]) => Self::Fill(Part::column(&call.receiver, j), value),
            ("swap_rows", [a, b]) => Self::Swap(&call.receiver, true, a, b),
            ("swap_columns", [a, b]) => Self::Swap(&call.receiver, false, a, b),
            (name, _) if WHOLE.contains(&(name, arguments.len())) => Self::Whole,
            _ => return None,
        })
    }

    fn matrix(&self, call: &'e ExprMethodCall) -> &'e Expr {
        match self {
            Self::Copy(part, _) | Self::Fill(part, _) => part.matrix,
            Self::Swap(matrix, ..) => matrix,
            Self::Whole => &call.receiver,
        }
    }
}

impl Binder<'_> {
    /// Such a method, if a derivative flows through the matrix.
    pub(super) fn change_matrix(&mut self, call: &ExprMethodCall) -> bool {
        if !self.is_matrix_change(call) {
            return false;
        }
        let Some(change) = Change::of(call) else { return false };
        match change {
            Change::Whole => self.change_whole(call),
            Change::Copy(part, from) => self.change_part(call, &part, from, false),
            Change::Fill(part, value) => self.change_part(call, &part, value, true),
            Change::Swap(matrix, rows, a, b) => self.swap_lines(call, matrix, rows, [a, b]),
        }
        true
    }

    pub(super) fn is_matrix_change(&self, call: &ExprMethodCall) -> bool {
        let Some(change) = Change::of(call) else { return false };
        let matrix = change.matrix(call);
        !self.is_own_struct(matrix)
            && self.is_changed(matrix)
            && (call.args.iter().any(|argument| self.is_active(argument)) || self.changes_active(matrix))
    }

    /// `matrix = rule(matrix, arguments)`
    fn change_whole(&mut self, call: &ExprMethodCall) {
        let target = peel(&call.receiver);
        self.becomes(target, call.args.iter().any(|argument| self.is_active(argument)));
        let Some(Operand::Place(place)) = self.place(target) else { return };
        self.refuse_hidden(target, &place);
        let operands = self.operands_of_rule(std::iter::once(&*call.receiver).chain(&call.args));
        let (link, name) = (self.link(), call.method.clone());
        let op =
            Op::Method(Method { of: None, name, generics: None, operands, link, is_call: false, either: Vec::new() });
        let value = self.temporary(call.span(), None, op, true);
        self.put(place, Operand::Place(value));
    }

    /// A loop over the elements of a part.
    fn change_part(&mut self, call: &ExprMethodCall, part: &Part<'_>, value: &Expr, is_element: bool) {
        let [row, column, rows, columns, i, j, all] =
            ["__row", "__column", "__rows", "__columns", "__i", "__j", "__all"].map(hygienic);
        let Part { matrix, row: first_row, column: first_column, .. } = part;
        let or = |count: &Option<TokenStream>, all: TokenStream| count.clone().unwrap_or(all);
        let row_count = or(&part.rows, quote!(::cotangent::generated::rows_of(&#matrix).len()));
        let column_count = or(&part.columns, quote!(::cotangent::generated::columns_of(&#matrix).len()));
        let active = self.is_active(value);
        let key = if active { std::ptr::from_ref(call).cast() } else { std::ptr::from_ref(&call.args).cast() };
        let element: Expr = match (is_element, active) {
            (true, _) => parse_quote!(#all),
            (false, true) => parse_quote!(#all[(#i, #j)]),
            (false, false) => parse_quote!(::core::clone::Clone::clone(&#all[(#i, #j)])),
        };
        let check = (!is_element).then(|| {
            let [given_rows, given_columns] = ["__given_rows", "__given_columns"].map(hygienic);
            quote! {
                let #given_rows = ::cotangent::generated::rows_of(&#all);
                let #given_columns = ::cotangent::generated::columns_of(&#all);
                ::cotangent::generated::same_shape([#rows, #columns], [#given_rows.len(), #given_columns.len()]);
            }
        });
        let block = self.rewritten(key, |_| {
            let block: Block = parse_quote!({
                let (#rows, #columns) = (#row_count, #column_count);
                let (#row, #column) = (#first_row, #first_column);
                let #all = #value;
                #check
                for #j in 0..#columns {
                    for #i in 0..#rows {
                        #matrix[(#row + #i, #column + #j)] = #element;
                    }
                }
            });
            Ok(block)
        });
        self.scope(call.span(), block);
    }

    /// Two rows or columns, element by element.
    fn swap_lines(&mut self, call: &ExprMethodCall, matrix: &Expr, rows: bool, [a, b]: [&Expr; 2]) {
        let [first, second, line, k, before] = ["__first", "__second", "__line", "__k", "__before"].map(hygienic);
        let at = |line: &Ident| if rows { quote!((#line, #k)) } else { quote!((#k, #line)) };
        let (one, other) = (at(&first), at(&second));
        let along = if rows {
            quote!(::cotangent::generated::columns_of(&#matrix))
        } else {
            quote!(::cotangent::generated::rows_of(&#matrix))
        };
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            Ok(parse_quote!({
                let (#first, #second) = (#a, #b);
                let #line = #along;
                for #k in 0..#line.len() {
                    let #before = #matrix[#one];
                    #matrix[#one] = #matrix[#other];
                    #matrix[#other] = #before;
                }
            }))
        });
        self.scope(call.span(), block);
    }
}
