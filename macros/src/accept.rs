//! Stage A: the language. What is refused for its form alone is refused here, at its own token, with the way out.
//!
//! ```text
//! function  = { attribute } "fn" name [ generics ] "(" { parameter } ")" "->" type [ where ] block
//! block     = [ label ] "{" { statement } [ expr ] "}"
//! statement = "let" pattern [ ":" type ] [ "=" expr [ "else" block ] ] ";" | place "=" expr ";" | place op "=" expr ";"
//!           | expr ";" | check "!" "(" .. ")" ";" | item
//! item      = "const" .. | "use" .. | "type" .. | "fn" .. | "struct" .. | "enum" .. | "trait" .. | "impl" .. of a type or trait of the body
//! pattern   = [ "mut" ] name | "_" | "&" pattern | "(" pattern, .. ")" | "[" pattern, .. "]" | Struct "{" field, .. "}"
//! place     = name | place "." field | place "[" expr "]" | place "[" range "]" | "*" place
//! expr      = literal | path | place | expr ( "+" | "-" | "*" | "/" | "%" ) expr | "-" expr | "&" [ "mut" ] expr
//!           | expr "as" type | comparison | path "(" expr, .. ")" | expr "." name [ "::" generics ] "(" expr, .. ")"
//!           | "(" expr, .. ")" | "[" expr, .. "]" | "[" expr ";" expr "]" | Struct "{" field: expr, .. "}"
//!           | "if" expr block [ "else" block ] | "match" expr "{" arm, .. "}" | block
//!           | "#[checkpoint]" ( block | path "(" .. ")" | expr "." name "(" .. ")" )
//!           | [ "#[checkpoint]" ] [ label ] ( "for" pattern "in" expr | "while" expr | "loop" ) block | "|" pattern, .. "|" expr
//!           | "matches" "!" "(" .. ")" | "const" block
//!           | "return" [ expr ] | "break" [ label ] [ expr ] | "continue" [ label ]
//! ```

pub(crate) mod body;
pub(crate) mod chaining;
pub(crate) mod checkpoint_attribute;
pub(crate) mod elementary_functions;
pub(crate) mod functions;
pub(crate) mod items;
pub(crate) mod lent_results;
pub(crate) mod matrix_macros;
pub(crate) mod missing_value;
pub(crate) mod owners;
pub(crate) mod rule_arguments;
pub(crate) mod signature;
pub(crate) mod staying;
pub(crate) mod texts;
