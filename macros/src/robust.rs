//! The macro on what nobody would write: functions of the tests, mutated token by token, deep and long ones.
//!
//! Whatever comes in, the macro does not panic, and what comes out parses. `MUTANTS=1000000 SEED=2 cargo test --release -p
//! cotangent-macros robust` tries more of them, and others; what is tried depends on nothing but these two numbers.

#![allow(clippy::format_collect, reason = "it is short")]

mod graft;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use syn::{File, Item};

/// What the macro writes for an item, by the attribute or by the derive.
pub(crate) fn expand(item: TokenStream, derived: bool) -> TokenStream {
    if derived { crate::derive::derive(item) } else { crate::expand::attribute(&TokenStream::new(), item) }
}

/// The annotated items of the language tests.
pub(crate) fn corpus() -> Vec<(TokenStream, bool)> {
    let found = annotated("tests/language");
    assert!(found.len() > 200, "only {} items were found", found.len());
    found
}

/// The files of a folder and of its folders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let within = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    let mut found: Vec<_> = entries.flat_map(within).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    found.sort();
    found
}

/// The annotated items in the files of a folder.
fn annotated(folder: &str) -> Vec<(TokenStream, bool)> {
    fn collect(items: &[Item], into: &mut Vec<(TokenStream, bool)>) {
        for item in items {
            let named = |attrs: &[syn::Attribute], name: &str| {
                attrs.iter().any(|attr| attr.to_token_stream().to_string().contains(name))
            };
            match item {
                Item::Fn(item) if named(&item.attrs, "differentiable") => {
                    let mut item = item.clone();
                    item.attrs.clear();
                    into.push((quote!(#item), false));
                }
                Item::Impl(item) if named(&item.attrs, "differentiable") => {
                    let mut item = item.clone();
                    item.attrs.clear();
                    into.push((quote!(#item), false));
                }
                Item::Trait(item) if named(&item.attrs, "differentiable") => {
                    let mut item = item.clone();
                    item.attrs.clear();
                    into.push((quote!(#item), false));
                }
                Item::Struct(item) if named(&item.attrs, "Differentiable") => into.push((quote!(#item), true)),
                Item::Enum(item) if named(&item.attrs, "Differentiable") => into.push((quote!(#item), true)),
                Item::Mod(item) => {
                    item.content.iter().for_each(|(_, items)| collect(items, into));
                }
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)) {
        let text = fs::read_to_string(path).expect("a readable file");
        collect(&syn::parse_file(&text).expect("a file that parses").items, &mut found);
    }
    found
}

/// All groups and tokens of some code, for mutations to choose from.
fn flatten(tokens: &TokenStream, into: &mut Vec<TokenTree>) {
    for token in tokens.clone() {
        if let TokenTree::Group(group) = &token {
            flatten(&group.stream(), into);
        }
        into.push(token);
    }
}

/// One change at a random place.
fn mutate(tokens: TokenStream, pool: &[TokenTree], rng: &mut Xoshiro256PlusPlus) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let groups: Vec<usize> = (0..tokens.len()).filter(|i| matches!(&tokens[*i], TokenTree::Group(_))).collect();
    // Most places are inside.
    if !groups.is_empty() && rng.random_range(0..8) != 0 {
        let at = groups[rng.random_range(0..groups.len())];
        if let TokenTree::Group(group) = &tokens[at] {
            let delimiter = match rng.random_range(0..60) {
                0 => Delimiter::Parenthesis,
                1 => Delimiter::Brace,
                2 => Delimiter::Bracket,
                3 => Delimiter::None,
                _ => group.delimiter(),
            };
            tokens[at] = TokenTree::Group(Group::new(delimiter, mutate(group.stream(), pool, rng)));
        }
        return tokens.into_iter().collect();
    }
    let new = pool[rng.random_range(0..pool.len())].clone();
    if tokens.is_empty() {
        return TokenStream::from(new);
    }
    let (at, other) = (rng.random_range(0..tokens.len()), rng.random_range(0..tokens.len()));
    match rng.random_range(0..5) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, new),
        2 => tokens[at] = new,
        3 => tokens.swap(at, other),
        _ => tokens.insert(at, tokens[other].clone()),
    }
    tokens.into_iter().collect()
}

#[test]
fn mutated_functions_neither_panic_nor_come_out_broken() {
    const WORKERS: u64 = 2;
    let (count, seed) = (number("MUTANTS", 3_000) / WORKERS, number("SEED", 7));
    let workers = (0..WORKERS).map(|worker| {
        let (tell, told) = channel();
        (std::thread::spawn(move || try_mutants(count, seed ^ worker << 32, &tell)), told)
    });
    for (worker, told) in workers.collect::<Vec<_>>() {
        let mut last = String::new();
        loop {
            match told.recv_timeout(Duration::from_mins(1)) {
                Ok(text) => last = text,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("this mutant takes the macro more than a minute:\n{last}"),
            }
        }
        if let Err(panic) = worker.join() {
            resume_unwind(panic);
        }
    }
}

/// A number from the environment.
fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |number| number.parse().expect("a number"))
}

fn try_mutants(count: u64, seed: u64, tell: &Sender<String>) {
    let (corpus, mut pool) = (corpus(), Vec::new());
    corpus.iter().for_each(|(item, _)| flatten(item, &mut pool));
    let items: Vec<Item> = corpus.iter().map(|(item, _)| syn::parse2(item.clone()).expect("an item")).collect();
    let parts = graft::Parts::new(&items);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut parsed, mut failures) = (0, Vec::new());
    for number in 0..count {
        let at = rng.random_range(0..corpus.len());
        let (mut item, derived) = corpus[at].clone();
        if rng.random_range(0..4) == 0 {
            for _ in 0..rng.random_range(1..4) {
                item = mutate(item, &pool, rng);
            }
        } else {
            let grafts = rng.random_range(1..4);
            let grafted = (0..grafts).fold(items[at].clone(), |item, _| parts.graft(item, rng));
            item = quote!(#grafted);
        }
        // What is no item the compiler refuses before the macro sees it.
        if syn::parse2::<Item>(item.clone()).is_err() {
            continue;
        }
        parsed += 1;
        let text = item.to_string();
        tell.send(text.clone()).expect("somebody who listens");
        match catch_unwind(AssertUnwindSafe(|| expand(item, derived))).map(syn::parse2::<File>) {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => failures.push(format!("mutant {number} comes out broken: {error}\n{text}")),
            Err(_) => failures.push(format!("mutant {number} makes the macro panic:\n{text}")),
        }
    }
    println!("{parsed} of {count} mutants were items");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(parsed > count / 20, "only {parsed} of {count} mutants were items");
}

/// Runs with as much stack as the compiler's main thread has at least.
fn on_a_thread(stack: usize, run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(stack).spawn(run).expect("a thread");
    thread.join().expect("no panic");
}

/// The expansion of a function with this body, and how long it took.
fn expanded(body: &str) -> (TokenStream, f64) {
    let item: TokenStream = format!("fn f(x: f64, n: usize) -> f64 {{ {body} }}").parse().expect("tokens");
    let start = Instant::now();
    let expanded = expand(item, false);
    let seconds = start.elapsed().as_secs_f64();
    let text = expanded.to_string();
    assert!(!text.contains("compile_error"), "{}", &text[text.find("compile_error").unwrap_or(0)..]);
    (expanded, seconds)
}

#[test]
fn five_thousand_statements() {
    on_a_thread(8 << 20, || {
        let lines: String = (0..5_000).map(|i| format!("let y{} = y{i} * x.sin() + {i}.0;\n", i + 1)).collect();
        let (_, seconds) = expanded(&format!("let y0 = x; {lines} y5000"));
        println!("5,000 statements: {seconds:.3} s");
        let lines: String = (0..2_500).map(|i| format!("if n > {i} {{ y *= x; }} y += y.sin();\n")).collect();
        let (_, seconds) = expanded(&format!("let mut y = x; {lines} y"));
        println!("5,000 statements with branches and changes: {seconds:.3} s");
    });
}

#[test]
fn five_hundred_lines() {
    let lines: String = (0..500).map(|i| format!("let y{} = y{i} * x.sin() + {i}.0;\n", i + 1)).collect();
    let (_, seconds) = expanded(&format!("let y0 = x; {lines} y500"));
    println!("500 lines: {:.1} ms", 1e3 * seconds);
}

/// What the compiler does not know the type of it looks at again at each line that follows; a closure is such a thing.
#[test]
fn nothing_waits_for_each_line() {
    let waiting = |count: usize| {
        let lines: String = (0..count).map(|i| format!("let y{} = (y{i} * x.sin() + x) - 2.0;\n", i + 1)).collect();
        let (expanded, _) = expanded(&format!("let y0 = x; {lines} y{count}"));
        let text: String = expanded.to_string().split_whitespace().collect();
        ["Ty::new()", "Saved::new()", "Bars::of(|", "unread(|"].map(|what| text.matches(what).count())
    };
    assert_eq!(waiting(40), waiting(20));
}

#[test]
fn lines_of_programs() {
    let items = ["benches/adbench", "benches", "examples"].map(annotated).concat();
    let lines: usize = items.iter().map(|(item, _)| crate::print::print(item.clone()).lines().count()).sum();
    let start = Instant::now();
    items.iter().for_each(|(item, derived)| drop(expand(item.clone(), *derived)));
    let milliseconds = 1e3 * start.elapsed().as_secs_f64();
    println!("{lines} lines of {} items: {milliseconds:.1} ms", items.len());
    println!(
        "500 lines of them: {:.1} ms",
        milliseconds * 500.0 / f64::from(u32::try_from(lines).expect("not so many"))
    );
}

/// A closure that is called as `self`: it has no name that a derivative could be looked up by.
#[test]
fn a_call_of_self_is_refused() {
    let rate = quote!(
        impl<F: Fn(f64) -> f64> Rate for F {
            fn twice(&self, x: f64) -> f64 {
                self(self(x))
            }
        }
    );
    let written = expand(rate, false);
    assert!(written.to_string().contains("a call of `self` is not in the differentiable language"));
    syn::parse2::<File>(written).unwrap();
}

#[test]
fn nested_two_hundred_deep() {
    on_a_thread(8 << 20, || {
        const DEPTH: usize = 200;
        let nest =
            |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(DEPTH), close.repeat(DEPTH));
        let bodies = [
            nest("(", "x * x", ")"),
            nest("{ ", "x * x", " }"),
            nest("-(x * ", "x", ")"),
            nest("if n > 1 { ", "x * x", " } else { x }"),
            nest("match n { 0 => x, _ => ", "x * x", " }"),
            format!("let mut y = x; {} y", nest("for _ in 0..n { ", "y *= x;", " }")),
            format!("let mut y = x; {} y", nest("while y > 1.0 { ", "y *= x;", " }")),
            format!("let mut y = x; {} y", nest("if y > 1.0 { ", "return y;", " } y *= x;")),
            nest("x.max(", "x", ").sin()"),
            nest("g(", "x", ")"),
            format!("x{}", ".sin()".repeat(DEPTH)),
            format!("x{}", " * x".repeat(DEPTH)),
        ];
        for body in bodies {
            let (expanded, seconds) = expanded(&body);
            println!("{seconds:.3} s, {} bytes: {}", expanded.to_string().len(), &body[..40.min(body.len())]);
        }
    });
}
