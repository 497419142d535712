//! Tokens as lines for people: a line for each statement, and space where one would write it.
//!
//! Nothing is parsed, so that whatever the macros write can be shown; lines are as long as they are.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// The text of some code.
pub(crate) fn print(code: TokenStream) -> String {
    let mut printer = Printer::default();
    printer.tokens(code, true);
    printer.text.truncate(printer.text.trim_end().len());
    printer.text
}

/// What stands before a token.
#[derive(Clone, Copy, Default, PartialEq)]
enum Before {
    /// Nothing, or what an operand follows.
    #[default]
    Operator,
    Keyword,
    /// The end of an operand.
    Operand,
}

#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
    before: Before,
    /// Whether the next token follows without a space.
    glued: bool,
    /// How many `<` are open.
    angles: usize,
    /// Whether the parameters of a closure are open.
    closure: bool,
}

/// Operators of more than one sign.
const LONG: [&str; 23] = [
    "..=", "...", "<<=", ">>=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "^=", "&=", "|=", "<<", "..",
];

/// Words that no operand ends with.
const KEYWORDS: [&str; 16] = [
    "as", "break", "const", "continue", "else", "fn", "for", "if", "impl", "in", "let", "match", "move", "mut",
    "return", "while",
];

impl Printer {
    /// The tokens of a group; `lines` if `;` and `,` end lines in it.
    fn tokens(&mut self, tokens: TokenStream, lines: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => self.group(group, lines, tokens.get(at)),
                TokenTree::Ident(word) => self.word(&word.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Punct(_) => {
                    let (sign, length) = sign(&tokens[at - 1..]);
                    at += length - 1;
                    self.sign(&sign, lines);
                }
            }
        }
    }

    fn group(&mut self, group: &Group, lines: bool, next: Option<&TokenTree>) {
        let (open, close) = match group.delimiter() {
            Delimiter::Brace => return self.braces(group, lines, next),
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => return self.tokens(group.stream(), lines),
        };
        if self.before != Before::Operand {
            self.space();
        }
        self.text.push_str(open);
        (self.before, self.glued) = (Before::Operator, true);
        self.tokens(group.stream(), false);
        self.text.push_str(close);
        (self.before, self.glued) = (Before::Operand, false);
    }

    fn braces(&mut self, group: &Group, lines: bool, next: Option<&TokenTree>) {
        self.space();
        self.text.push('{');
        if !group.stream().is_empty() {
            self.depth += 1;
            self.line();
            self.tokens(group.stream(), true);
            self.depth -= 1;
            self.line();
        }
        self.text.push('}');
        (self.before, self.glued) = (Before::Operand, false);
        let goes_on = match next {
            Some(TokenTree::Punct(sign)) => ",;.?".contains(sign.as_char()),
            Some(TokenTree::Ident(word)) => word == "else",
            Some(TokenTree::Group(_) | TokenTree::Literal(_)) => false,
            None => true,
        };
        if lines && !goes_on {
            self.line();
        }
    }

    fn word(&mut self, word: &str) {
        self.space();
        self.text.push_str(word);
        self.glued = false;
        self.before = if KEYWORDS.contains(&word) { Before::Keyword } else { Before::Operand };
    }

    fn sign(&mut self, sign: &str, lines: bool) {
        let is_prefix = self.before != Before::Operand;
        // Whether there is space before it, and whether there is none behind it.
        let (spaced, glued) = match sign {
            "|" if self.closure => (false, false),
            ";" | "," | ":" | "?" => (false, false),
            "." => (false, true),
            "::" | "!" => (is_prefix, true),
            ".." | "..=" => (is_prefix && !self.glued, true),
            "<" if self.opens_angle() => (is_prefix && !self.text.ends_with("::"), true),
            ">" if self.angles > 0 => (false, false),
            "'" | "#" => (true, true),
            "&" | "*" | "-" | "&&" | "|" if is_prefix => (true, true),
            _ => (true, false),
        };
        match sign {
            "|" => self.closure = is_prefix && !self.closure,
            "<" if self.opens_angle() => self.angles += 1,
            ">" if self.angles > 0 => self.angles -= 1,
            ";" => self.angles = 0,
            _ => {}
        }
        if spaced {
            self.space();
        }
        self.text.push_str(sign);
        self.glued = glued;
        let ends_an_operand = sign == "?" || sign == ">" && !spaced;
        self.before = if ends_an_operand { Before::Operand } else { Before::Operator };
        if lines && matches!(sign, ";" | ",") && self.angles == 0 {
            self.line();
        }
    }

    /// Whether `<` opens parameters or arguments here: behind `::`, a type, the name of a function.
    fn opens_angle(&self) -> bool {
        let before = self.text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let is_type = self.text[before.len()..].starts_with(char::is_uppercase);
        self.before != Before::Operand || is_type || before.ends_with("fn ")
    }

    fn space(&mut self) {
        if !self.glued && !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
    }

    fn line(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n("    ", self.depth));
        (self.before, self.glued) = (Before::Operator, true);
    }
}

/// The operator that some tokens begin with, and how many of them it is.
fn sign(tokens: &[TokenTree]) -> (String, usize) {
    let mut joint = String::new();
    for token in tokens {
        let TokenTree::Punct(punct) = token else { break };
        joint.push(punct.as_char());
        if punct.spacing() == Spacing::Alone {
            break;
        }
    }
    let long = LONG.iter().find(|sign| joint.starts_with(**sign));
    let sign = long.map_or_else(|| joint.chars().take(1).collect(), |sign| (*sign).to_owned());
    let length = sign.chars().count();
    (sign, length)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    fn printed(code: &str) -> String {
        super::print(code.parse().expect("tokens"))
    }

    #[test]
    fn statements_have_lines_and_operators_have_space() {
        let code = "let mut a = -x * y [ 0 ] ; if a < & b && ! c { f :: < 3 > ( | d | & mut d . 0 , || 1.0 ) ; } else { return ; } for i in ( 0 .. n ) . rev ( ) { } a";
        let text = "let mut a = -x * y[0];\nif a < &b && !c {\n    f::<3>(|d| &mut d.0, || 1.0);\n} else {\n    return;\n}\nfor i in (0..n).rev() {}\na";
        assert_eq!(printed(code), text);
    }

    #[test]
    fn types_and_arms() {
        let code = "fn f < 'a , T : Copy > ( t : & mut Tape < '_ > ) -> [ f64 ; 3 ] { match & x { Some ( y ) if y == 0 => y ? , _ => { } } }";
        let text = "fn f<'a, T: Copy>(t: &mut Tape<'_>) -> [f64; 3] {\n    match &x {\n        Some(y) if y == 0 => y?,\n        _ => {}\n    }\n}";
        assert_eq!(printed(code), text);
    }

    /// What is printed is what there was, whatever that is.
    #[test]
    fn nothing_is_lost() {
        for (item, derived) in crate::robust::corpus() {
            let code: TokenStream = crate::robust::expand(item, derived);
            let words = |text: &str| text.split_whitespace().collect::<String>();
            let again: TokenStream = super::print(code.clone()).parse().expect("tokens");
            assert_eq!(words(&again.to_string()), words(&code.to_string()));
        }
    }
}
