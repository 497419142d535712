//! `#[differentiable(show)]`: what has been written for a function, in its documentation.
//!
//! It is found in what came out, the function that holds both halves. What only the compiler needs is left out: the prefix of the
//! library, and the guard around types.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{Attribute, Block, Expr, File, ImplItem, ImplItemFn, Item, ItemImpl, Local, Path, Stmt};

use crate::print::print;

/// Whether a word, such as `show`, is among the arguments of the attribute, and the others.
pub(crate) fn wanted(word: &str, arguments: &TokenStream) -> (bool, TokenStream) {
    let tokens: Vec<TokenTree> = arguments.clone().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let is_show = |argument: &&[TokenTree]| matches!(argument, [TokenTree::Ident(name)] if name == word);
    let (show, others): (Vec<_>, Vec<_>) = tokens.split(is_comma).partition(is_show);
    if show.is_empty() {
        return (false, arguments.clone());
    }
    let others = others.into_iter().map(|argument| argument.iter().cloned().collect::<TokenStream>());
    (true, quote!(#(#others),*))
}

/// The same with the derivative in the documentation: of the struct beside a function, of `m_at` for a method.
pub(crate) fn documented(expanded: TokenStream) -> TokenStream {
    let Ok(mut file) = syn::parse2::<File>(expanded.clone()) else { return expanded };
    let mut of_functions = Vec::new();
    for (name, block) in file.items.iter_mut().filter_map(derived) {
        let Some(halves) = block.items.iter().find_map(halves) else { continue };
        let shown = shown(halves);
        let call = block.items.iter_mut().find_map(|item| match item {
            ImplItem::Fn(call) => {
                let name = call.sig.ident.to_string();
                (name.ends_with("_at") && !name.starts_with("derivative_of_")).then_some(call)
            }
            _ => None,
        });
        match call {
            Some(call) => call.attrs.push(shown),
            None => of_functions.extend(name.map(|name| (name, shown))),
        }
    }
    for item in &mut file.items {
        if let Item::Struct(item) = item {
            let shown = of_functions.iter().filter(|(name, _)| item.ident == name).map(|(_, shown)| shown.clone());
            item.attrs.extend(shown);
        }
    }
    file.into_token_stream()
}

/// The `impl` block with the calls, inside of `const _`, and the struct beside a function that it is for.
fn derived(item: &mut Item) -> Option<(Option<String>, &mut ItemImpl)> {
    let Item::Const(hidden) = item else { return None };
    let Expr::Block(block) = &mut *hidden.expr else { return None };
    let name = block.block.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Item(Item::Type(this)) if this.ident == "__This" => Some(this.ty.to_token_stream().to_string()),
        _ => None,
    });
    block.block.stmts.iter_mut().find_map(|stmt| match stmt {
        Stmt::Item(Item::Impl(block)) if block.items.iter().any(|item| halves(item).is_some()) => {
            Some((name.clone(), block))
        }
        _ => None,
    })
}

/// The function that holds both halves.
fn halves(item: &ImplItem) -> Option<&ImplItemFn> {
    match item {
        ImplItem::Fn(function) if function.sig.ident.to_string().starts_with("split") => Some(function),
        _ => None,
    }
}

fn shown(halves: &ImplItemFn) -> Attribute {
    let (mut forward, mut whole, mut reverse) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
    let mut half = &mut forward;
    let mut block = halves.block.clone();
    Links.visit_block_mut(&mut block);
    for stmt in block.stmts.iter().filter(|stmt| !matches!(stmt, Stmt::Item(Item::Use(_)))) {
        let part = match stmt {
            Stmt::Expr(Expr::If(part), None) => part_of(&part.cond).map(|name| (name, &part.then_branch)),
            _ => None,
        };
        match part {
            Some((name, part)) => {
                let shown = if name == "WHOLE" { &mut whole } else { half };
                shown.extend(part.stmts.iter().map(ToTokens::to_token_stream));
                half = &mut reverse;
            }
            None => stmt.to_tokens(half),
        }
    }
    let whole = if whole.is_empty() {
        String::new()
    } else {
        let whole = print(readable(whole));
        format!(
            "Both at once, where a call of yours knows the cotangent `bar` of the result before it:\n\n```text\n{whole}\n```\n\n"
        )
    };
    let (forward, reverse) = (print(readable(forward)), print(readable(reverse)));
    let text = format!(
        "\n\n# What was written\n\nForward, on the tape `t`:\n\n```text\n{forward}\n```\n\nReverse, from `bar`, the cotangent of the \
         result:\n\n```text\n{reverse}\n```\n\n{whole}`x_bar` is the cotangent of `x`, `v0` a value without a name, `c0` the rule of a method or \
         the function that is called; `s0` and `k0` carry values over the tape, and `x_ty` says a type."
    );
    syn::parse_quote!(#[doc = #text])
}

/// What says which part of a function is wanted.
fn part_of(condition: &Expr) -> Option<&syn::Ident> {
    let Expr::Path(path) = condition else { return None };
    let mut segments = path.path.segments.iter();
    segments.next().filter(|first| first.ident == "__Sweep")?;
    segments.next().map(|segment| &segment.ident)
}

/// Takes away what only says how links get from one half to the other, and claims, which never run.
struct Links;

impl VisitMut for Links {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|stmt| !is_of_links(stmt));
        syn::visit_mut::visit_block_mut(self, block);
    }
}

/// `let b0 = Ty::new();`, `b0.is(&(..));`, `let (..) = b0.links();` and `let w0 = c0.rule().pushes(..);`
fn is_of_links(stmt: &Stmt) -> bool {
    let expr = match stmt {
        Stmt::Local(Local { init: Some(init), .. }) => &*init.expr,
        Stmt::Expr(expr @ Expr::If(_), None) | Stmt::Expr(expr, Some(_)) => expr,
        _ => return false,
    };
    match expr {
        Expr::If(claim) => {
            matches!(&*claim.cond, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "NEVER"))
        }
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if is_new_link(&path.path)),
        Expr::MethodCall(call) => {
            call.method == "pushes" || is_block(&call.receiver) && (call.method == "is" || call.method == "links")
        }
        _ => false,
    }
}

/// `b0`
fn is_block(link: &Expr) -> bool {
    let Expr::Path(path) = link else { return false };
    let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
    name.strip_prefix('b').is_some_and(|number| number.parse::<usize>().is_ok())
}

fn is_new_link(path: &Path) -> bool {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    matches!(names.iter().map(String::as_str).collect::<Vec<_>>()[..], ["__ad", "Saved" | "Ty", "new"])
}

/// Without `__ad::`, and `X` for `Checked<X>`.
fn readable(code: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut left = Vec::new();
    let mut checked = Vec::new();
    let mut angles = 0_usize;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Ident(name) if name == "__ad" => at += 2,
            TokenTree::Ident(name) if name == "__Checked" => {
                checked.push(angles);
                angles += 1;
                at += 1;
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), readable(group.stream()));
                inner.set_span(group.span());
                left.push(inner.into());
            }
            TokenTree::Punct(sign) => {
                let is_arrow = matches!(left.last(), Some(TokenTree::Punct(before)) if "-=".contains(before.as_char()));
                match sign.as_char() {
                    '<' => angles += 1,
                    '>' if !is_arrow => angles = angles.saturating_sub(1),
                    _ => {}
                }
                if sign.as_char() == '>' && !is_arrow && checked.last() == Some(&angles) {
                    checked.pop();
                } else {
                    left.push(token.clone());
                }
            }
            other => left.push(other.clone()),
        }
    }
    left.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;

    /// The documentation of the derived code of an item.
    fn shown(item: proc_macro2::TokenStream) -> String {
        let text = crate::expand::attribute(&quote!(show), item).to_string();
        let (_, text) = text.split_once("# What was written").expect("a documented derivative");
        let (text, _) = text.split_once("`x_bar` is").expect("a legend");
        text.replace("\\n", "\n")
    }

    #[test]
    fn both_halves_have_the_names_of_the_user() {
        let text = shown(quote! {
            fn wave(x: f64, #[constant] rate: f64) -> f64 {
                let angle = rate * x;
                let height = angle.sin();
                height * x
            }
        });
        let expected = r"

Forward, on the tape `t`:

```text
let x = of(x).own();
let rate = of(rate).own();
let angle = rate * x;
let height = methods::sin.fwd(t, &angle);
let v0 = height * x;
let s0 = Saved::pushed(t, (&height,), (Yes,));
return __Sweep::finish::<f64>(v0);
```

Reverse, from `bar`, the cotangent of the result:

```text
let (bar, mut x_bar) = __Sweep::begin(input);
let mut x_bar = x_bar.out();
let (height,) = s0.pop(t);
let mut height_bar = *bar * x;
primitives::plus(x_bar.whole(), *bar * *height.get());
let mut angle_bar = -0f64;
methods::sin.bwd(t, methods::sin.reads().0.absent::<f64>(), methods::sin.reads().1.absent::<f64>(), &height_bar, Out::new(&mut angle_bar));
primitives::plus(x_bar.whole(), angle_bar * rate);
__Sweep::end()
```

";
        assert_eq!(text, expected);
        let page = include_str!("../../docs/how-it-works.md");
        assert!(page.contains(expected.trim()), "the page shows something else");
    }

    #[test]
    fn both_at_once_are_shown_where_there_are_such() {
        let text = shown(quote! {
            fn norm(x: &[f64]) -> f64 {
                let mut sum = 0.0;
                for v in x {
                    sum += v * v;
                }
                sum
            }
        });
        let (_, both) = text.split_once("Both at once").expect("a third part");
        assert!(both.contains("sum += v0;") && both.contains("t.took(left);"), "{both}");
    }

    #[test]
    fn branches_are_shown() {
        let text = shown(quote! {
            fn bent(x: f64) -> f64 {
                let y = if x > 1.0 { x * x } else { x.sin() };
                y
            }
        });
        let (forward, reverse) = text.split_once("Reverse").expect("two halves");
        assert!(
            forward.contains("let y = if x > 1.0 {") && reverse.contains("if told::<::core::primitive::bool>(t) {"),
            "{text}"
        );
    }

    #[test]
    fn a_method_is_shown_where_its_calls_are() {
        let text = crate::expand::attribute(
            &quote!(show),
            quote! {
                impl Line {
                    fn at(&self, x: f64) -> f64 {
                        self.slope * x
                    }
                }
            },
        );
        let text = text.to_string();
        let (before, after) = text.split_once("# What was written").expect("a documented derivative");
        assert!(before.contains("fn derivative_of_at") && !after.contains("# What was written"));
        let (_, call) = after.split_once("fn ").expect("a call");
        assert!(call.starts_with("at_at"), "{call}");
    }

    #[test]
    fn other_arguments_are_left() {
        let (is_shown, rest) = super::wanted("show", &quote!(show, wrt(x)));
        assert_eq!((is_shown, rest.to_string()), (true, quote!(wrt(x)).to_string()));
        let (is_shown, rest) = super::wanted("show", &quote!(shown));
        assert_eq!((is_shown, rest.to_string()), (false, "shown".to_owned()));
    }
}
