//! The annotated functions of a file: free ones, methods, functions in functions, and bodies that a macro gets.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, File, FnArg, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Macro, Signature, Stmt, parse_quote,
};

use super::values::HELPER;

/// A function whose derivative the macro writes.
pub struct Annotated<'a> {
    /// Which of the file, in the order of their ends. What rewrites add is not counted.
    pub number: usize,
    /// Where it begins.
    pub start: Span,
    /// Where the `impl` begins that is annotated instead of it.
    pub within: Option<Span>,
    /// Its name and parameters.
    pub signature: &'a mut Signature,
    /// Its body.
    pub block: &'a mut Block,
    /// Functions that are to stand beside it, if there is room for them.
    pub beside: Option<Vec<ItemFn>>,
}

/// Calls `with` for each annotated function. Functions in others come first.
pub fn each_annotated(file: &mut File, with: &mut dyn FnMut(&mut Annotated<'_>)) {
    let makers = Makers::of(file);
    Each { with, next: 0, all: None, makers, beside: Vec::new() }.visit_file_mut(file);
}

struct Each<'a> {
    with: &'a mut dyn FnMut(&mut Annotated<'_>),
    next: usize,
    /// Where this `impl` begins, if all its methods are annotated.
    all: Option<Span>,
    makers: Makers,
    /// What is to stand beside the function that was visited last.
    beside: Vec<ItemFn>,
}

impl Each<'_> {
    fn found(&mut self, start: Span, signature: &mut Signature, block: &mut Block, room: bool) {
        let number = self.next;
        self.next += 1;
        let mut function = Annotated { number, start, within: self.all, signature, block, beside: room.then(Vec::new) };
        (self.with)(&mut function);
        self.beside.extend(function.beside.into_iter().flatten());
    }

    /// Visits a list, and puts what is to stand beside a part of it there.
    fn list<T>(&mut self, list: &mut Vec<T>, visit: impl Fn(&mut Self, &mut T), item: impl Fn(ItemFn) -> T) {
        let mut all = Vec::with_capacity(list.len());
        for mut part in list.drain(..) {
            let outside = std::mem::take(&mut self.beside);
            visit(self, &mut part);
            all.push(part);
            all.extend(std::mem::replace(&mut self.beside, outside).into_iter().map(&item));
        }
        *list = all;
    }

    /// The bodies among the arguments of a macro that makes annotated functions: `name (x, y) { .. }`.
    fn bodies(&mut self, tokens: TokenStream, types: &[TokenStream]) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for token in tokens {
            let found = match (&token, &out[..]) {
                (TokenTree::Group(body), [.., TokenTree::Ident(name), TokenTree::Group(names)])
                    if body.delimiter() == Delimiter::Brace && names.delimiter() == Delimiter::Parenthesis =>
                {
                    let block = syn::parse2::<Block>(token.to_token_stream()).ok();
                    signature(name, names, types).zip(block).map(|(signature, block)| (name.span(), signature, block))
                }
                _ => None,
            };
            let Some((start, mut signature, mut block)) = found else {
                out.push(token);
                continue;
            };
            self.found(start, &mut signature, &mut block, false);
            if let Some(TokenTree::Group(names)) = out.last_mut() {
                *names = renamed(names, &signature);
            }
            out.extend(block.to_token_stream());
        }
        out.into_iter().collect()
    }
}

/// `#[differentiable]`, without a rule by hand.
fn is_annotated(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let text = attr.to_token_stream().to_string();
        let last = attr.path().segments.last().is_some_and(|segment| segment.ident == "differentiable");
        last && !text.contains("vjp") && !text.contains("jvp")
    })
}

fn is_helper(signature: &Signature) -> bool {
    signature.ident.to_string().starts_with(HELPER)
}

fn start(attrs: &[Attribute], signature: &Signature) -> Span {
    attrs.first().map_or(signature.fn_token.span, |attr| attr.pound_token.span)
}

impl VisitMut for Each<'_> {
    fn visit_file_mut(&mut self, file: &mut File) {
        self.list(&mut file.items, Self::visit_item_mut, Item::Fn);
    }

    fn visit_item_mod_mut(&mut self, item: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut item.content {
            self.list(items, Self::visit_item_mut, Item::Fn);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.list(&mut block.stmts, Self::visit_stmt_mut, |item| Stmt::Item(Item::Fn(item)));
    }

    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        let all = self.all.take();
        self.visit_block_mut(&mut item.block);
        self.all = all;
        if is_annotated(&item.attrs) && !is_helper(&item.sig) {
            self.found(start(&item.attrs, &item.sig), &mut item.sig, &mut item.block, true);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut ImplItemFn) {
        let all = self.all.take();
        self.visit_block_mut(&mut item.block);
        self.all = all;
        if all.is_some() || is_annotated(&item.attrs) {
            self.found(start(&item.attrs, &item.sig), &mut item.sig, &mut item.block, false);
        }
    }

    fn visit_item_impl_mut(&mut self, item: &mut ItemImpl) {
        let start = item.attrs.first().filter(|_| is_annotated(&item.attrs)).map(|attr| attr.pound_token.span);
        let all = std::mem::replace(&mut self.all, start);
        for part in &mut item.items {
            if let ImplItem::Fn(method) = part {
                self.visit_impl_item_fn_mut(method);
            }
        }
        self.all = all;
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        let types = mac.path.get_ident().and_then(|name| self.makers.0.get(&name.to_string()).cloned());
        if let Some(types) = types {
            mac.tokens = self.bodies(mac.tokens.clone(), &types);
        }
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        // What a macro is made of is no syntax yet.
        if !matches!(item, Item::Macro(mac) if mac.mac.path.is_ident("macro_rules")) {
            visit_mut::visit_item_mut(self, item);
        }
    }
}

/// What the macro makes of the names of the parameters of a body and their types.
fn signature(name: &syn::Ident, names: &Group, types: &[TokenStream]) -> Option<Signature> {
    let mut inputs = Vec::new();
    for (part, ty) in split(names.stream()).into_iter().zip(types) {
        let Some(TokenTree::Ident(name)) = part.into_iter().next() else { return None };
        inputs.push(quote!(#name: #ty));
    }
    syn::parse2(quote!(fn #name(#(#inputs),*) -> f64)).ok()
}

/// The names of the parameters of a body, as they are now.
fn renamed(names: &Group, signature: &Signature) -> Group {
    let parts = split(names.stream()).into_iter().zip(&signature.inputs).map(|(part, input)| {
        let name = match input {
            FnArg::Typed(input) => input.pat.to_token_stream(),
            FnArg::Receiver(receiver) => receiver.self_token.to_token_stream(),
        };
        name.into_iter().chain(part.into_iter().skip(1)).collect::<TokenStream>()
    });
    Group::new(Delimiter::Parenthesis, quote!(#(#parts),*))
}

/// What is between commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
            parts.push(TokenStream::new());
        } else if let Some(last) = parts.last_mut() {
            last.extend([token]);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Macros that make annotated functions of bodies, with the types of the parameters.
struct Makers(std::collections::HashMap<String, Vec<TokenStream>>);

impl Makers {
    /// Those of a file: `macro_rules! name { .. $body:block .. fn f($x: T, ..) -> f64 $body .. }`.
    fn of(file: &File) -> Self {
        let maker = |item: &Item| match item {
            Item::Macro(item) if item.mac.tokens.to_string().replace(' ', "").contains("$body:block") => {
                Some((item.ident.as_ref()?.to_string(), parameters(item.mac.tokens.clone())?))
            }
            _ => None,
        };
        Self(file.items.iter().filter_map(maker).collect())
    }
}

/// The types of the first list of parameters that are given to a macro.
fn parameters(tokens: TokenStream) -> Option<Vec<TokenStream>> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        // `fn name(..)` or `fn $name(..)`
        let is_list = tokens[i.saturating_sub(3)..i].iter().any(|token| token.to_string() == "fn");
        if is_list && group.stream().to_string().starts_with('$') {
            // `$x: T`
            let ty = |part: TokenStream| part.into_iter().skip(3).collect();
            return Some(split(without_options(group.stream())).into_iter().map(ty).collect());
        }
        if let Some(found) = parameters(group.stream()) {
            return Some(found);
        }
    }
    None
}

/// `a $(, b)?` is `a, b`.
fn without_options(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match (&token, out.last()) {
            (TokenTree::Group(group), Some(TokenTree::Punct(dollar))) if dollar.as_char() == '$' => {
                out.pop();
                out.extend(without_options(group.stream()));
                tokens.next();
            }
            _ => out.push(token),
        }
    }
    out.into_iter().collect()
}

/// A function without its derivative, under a name of its own.
pub fn plain(signature: &Signature, block: &Block, name: &str) -> ItemFn {
    let mut signature = signature.clone();
    signature.ident = quote::format_ident!("{name}");
    let mut item: ItemFn = parse_quote!(#[allow(warnings)] #signature #block);
    Plain.visit_item_fn_mut(&mut item);
    item
}

/// Takes attributes away that mean something only with the annotation.
struct Plain;

impl VisitMut for Plain {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        let own = ["differentiable", "constant", "checkpoint"];
        attrs.retain(|attr| !own.iter().any(|name| attr.path().segments.last().is_some_and(|last| last.ident == name)));
    }
}
