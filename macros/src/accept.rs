//! Stage A: the language. Everything that is refused is refused here, at its own token, with the way out.
//!
//! ```text
//! function  = { attribute } "fn" name [ generics ] "(" { parameter } ")" "->" type [ where ] block
//! block     = "{" { statement } [ expr ] "}"
//! statement = "let" pattern [ ":" type ] "=" expr ";" | expr ";" | check "!" "(" .. ")" ";" | "const" .. | "use" ..
//! pattern   = name | "_" | "(" pattern, .. ")" | "[" pattern, .. "]" | Struct "{" field, .. "}"
//! expr      = literal | path | expr ( "+" | "-" | "*" | "/" | "%" ) expr | "-" expr | "&" expr | "*" expr | expr "as" type
//!           | comparison | path "(" expr, .. ")" | expr "." name [ "::" generics ] "(" expr, .. ")"
//!           | expr "." field | expr "[" constant "]" | "(" expr, .. ")" | "[" expr, .. "]" | Struct "{" field: expr, .. "}"
//!           | "if" expr block "else" block | block
//! ```

pub(crate) mod body;
pub(crate) mod signature;
