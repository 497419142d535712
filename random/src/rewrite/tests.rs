//! Tiny programs, before and after.

use super::*;
use crate::source::text;

/// What everything is made in.
const HEAD: &str = "#[differentiable] fn f(x: f64, n: usize, v: &[f64], mut m: f64) -> f64";

fn program(body: &str) -> File {
    syn::parse_str(&format!("{HEAD} {{ {body} }}")).unwrap_or_else(|error| panic!("{body}: {error}"))
}

/// The program after a rewrite at all places.
fn after(rewrite: &Rewrite, program: &File) -> String {
    let (mut new, items, mut names) = (program.clone(), Items::of(program), Names::not_in(program));
    let mut turn = Turn::share(100, Rng::new(1, 1));
    each_annotated(&mut new, &mut |function| rewrite.function(function, &items, &mut turn, &mut names));
    text(&new)
}

/// The program under other names.
fn renamed(style: &str, program: &File) -> String {
    let style = Change::named(&[style.to_owned()])[0];
    text(&style.program(program, &mut Rng::new(1, 1)).expect("it has variables"))
}

fn named(name: &str) -> &'static Rewrite {
    ALL.iter().find(|rewrite| rewrite.name == name).unwrap_or_else(|| panic!("there is no rewrite `{name}`"))
}

/// Each rewrite, a body, and what it becomes.
const CASES: &[(&str, &str, &str)] = &[
    ("block", "x * 2.0", "{ ({ x } * { 2.0 }) }"),
    ("labelled block", "x.sin()", "'here1: { break 'here1 'here: { break 'here x }.sin() }"),
    ("let in a block", "x.sin()", "{ let kept1 = { let kept = x; kept }.sin(); kept1 }"),
    ("closure", "x + v[n]", "(|| (|| x)() + (|| v[n])())()"),
    ("closure with an argument", "v[0]", "(|it: f64| it)(v[0])"),
    ("closure with a name", "v[0]", "{ let same = |it: f64| it; same(v[0]) }"),
    ("closure that captures", "v[0]", "{ let kept = v[0]; let given = || kept; given() }"),
    ("helper inside", "v[0]", "#[differentiable] fn identity_inside(it: f64) -> f64 { it } identity_inside(v[0])"),
    ("array", "v[0]", "[v[0]][0]"),
    ("tuple", "v[0]", "(v[0],).0"),
    ("reference", "v[0]", "(*&(v[0]))"),
    ("option", "v[0]", "Some(v[0]).unwrap()"),
    ("loop", "v[0]", "loop { break v[0] }"),
    ("if true", "v[0]", "if true { v[0] } else { v[0] }"),
    ("match", "v[0]", "match () { () => v[0] }"),
    ("match with a name", "v[0]", "match v[0] { it => it }"),
    ("whole number: block", "v[n + 1]", "v[{ ({ n } + 1) }]"),
    ("whole number: let in a block", "v[n]", "v[{ let kept = n; kept }]"),
    ("whole number: closure", "v[n]", "v[(|| n)()]"),
    ("whole number: closure with an argument", "v[n]", "v[(|it: usize| it)(n)]"),
    ("whole number: array", "v[n]", "v[[n][0]]"),
    ("whole number: if true", "v[n]", "v[if true { n } else { n }]"),
    ("let", "let y = x * v[n]; y", "let first = x; let first1 = v[n]; let y = first * first1; y"),
    ("inlined let", "let y = x * 2.0; y * y", "(x * 2.0_f64) * (x * 2.0_f64)"),
    ("inlined let", "let k = [0.2, 0.7]; k.map(|a| a * x)[0]", "[0.2_f64, 0.7_f64].map(|a| a * x)[0]"),
    ("let for a constant", "[0.2, 0.7].map(|a| a * x)[0]", "let k = [0.2, 0.7]; k.map(|a| a * x)[0]"),
    (
        "const for a constant",
        "[0.2, 0.7].map(|a| a * x)[0]",
        "const K: [f64; 2usize] = [0.2, 0.7]; K.map(|a| a * x)[0]",
    ),
    (
        "shadow",
        "let mut y = x; y += m; y",
        "let x = x; let n = n; let v = v; let mut y = x; let x = x; let n = n; let v = v; let mut y = y; y += m; \
         let x = x; let n = n; let v = v; let mut y = y; y",
    ),
    ("rest in a block", "m = x; m += x; m", "m = x; { m += x; { m } }"),
    ("negated condition", "if n > 1 { x } else { m }", "if !(n > 1) { m } else { x }"),
    ("negated condition", "if n > 1 { m = x; } m", "if !(n > 1) {} else { m = x; } m"),
    (
        "negated condition",
        "if n > 1 { x } else if n > 0 { m } else { 1.0 }",
        "if !(n > 1) { if !(n > 0) { 1.0 } else { m } } else { x }",
    ),
    ("loop body in a closure", "for i in 0..n { m += v[i]; } m", "for i in 0..n { (|| { m += v[i]; })(); } m"),
    (
        "loop body in a closure before it",
        "for i in 0..n { m += v[i]; } m",
        "let mut step = |i: usize| { m += v[i]; }; for i in 0..n { step(i); } m",
    ),
    ("branch in a closure", "if n > 1 { m = x; } m", "if n > 1 { (|| { m = x; })() } m"),
];

#[test]
fn rewrites_are_made() {
    for (name, before, expected) in CASES {
        assert_eq!(after(named(name), &program(before)), text(&program(expected)), "{name}");
    }
}

#[test]
fn a_helper_stands_beside_its_function() {
    let expected =
        format!("{HEAD} {{ identity_beside(v[0]) }} #[differentiable] fn identity_beside(it: f64) -> f64 {{ it }}");
    let expected = syn::parse_str(&expected).expect("it is a program");
    assert_eq!(after(named("helper outside"), &program("v[0]")), text(&expected));
}

#[test]
fn a_name_is_hidden_in_an_inner_block() {
    let found = after(named("shadow in an inner block"), &program("m += x; m"));
    let hides = |name: &str| found.contains(&format!("let {name} = {name};"));
    assert!(hides("x") || hides("n") || hides("v"), "{found}");
    // A change would be lost.
    assert!(!hides("mut m"), "{found}");
}

#[test]
fn places_stay_places_and_exits_are_not_moved() {
    let fixed = [
        "m = v[0]; std::mem::swap(&mut m, &mut 1.0f64); m",
        "for i in 0..n { if i > 1 { break; } m += 1.0; } m",
        "let y; if n > 1 { y = 1.0; } else { y = 2.0; } y",
    ];
    let kept = ["&mut m", "break;", "y = 1.0"];
    for (body, kept) in fixed.iter().zip(kept) {
        for name in ["closure", "array", "loop body in a closure", "branch in a closure"] {
            let found = after(named(name), &program(body));
            assert!(
                found.contains(kept) || name == "array" || name == "closure" && kept == "y = 1.0",
                "{name}: {found}"
            );
            assert!(!found.contains("(|| break") && !found.contains("(|| m) ="), "{found}");
        }
    }
}

#[test]
fn a_let_stays_where_its_parts_change() {
    for body in ["let y = m * 2.0; m += 1.0; y", "let y = x * 2.0; let x = m; x * y", "let y = x; assert!(y > 0.0); y"]
    {
        assert_eq!(after(named("inlined let"), &program(body)), text(&program(body)));
    }
}

#[test]
fn types_are_kept_in_mind() {
    // What has no certain type, or no derivative, is left alone.
    for body in ["unknown(x)", "n as f64", "v.iter().map(|a| a).sum()"] {
        let found = after(named("tuple"), &program(body));
        assert!(!found.contains("(n,)") && !found.contains("(unknown"), "{found}");
    }
}

#[test]
fn variables_get_other_names() {
    let body = "let S { a, b: [c, _] } = s(x); let q = |a: f64| a * x; for i in 0..n { m += v[i] * q(c); } \
                assert!(m > a, \"{m} {}\", x.sin()); S { a, b: [m, c] }.a + s.x";
    let found = renamed("renamed A1", &program(body));
    for gone in ["x:", "|a:", "let q", "for i", "{m}", "s(x)"] {
        assert!(!found.contains(gone), "{gone} in {found}");
    }
    // Fields, functions, types and constants keep theirs.
    for kept in ["a: A", "b: [A", "S {", "s.x", ".sin()", "= s(A"] {
        assert!(found.contains(kept), "{kept} not in {found}");
    }
}

#[test]
fn names_are_of_their_style() {
    let lone: File = syn::parse_str("#[differentiable] fn f(x: f64) -> f64 { x }").expect("it is a program");
    let of = |style: &str| renamed(style, &lone).split(['(', ':']).nth(1).unwrap_or("").to_owned();
    assert_eq!(of("renamed X"), "X");
    assert_eq!(of("renamed A1"), "A1");
    assert_eq!(of("renamed _2"), "_2");
    assert_eq!(of("renamed v0"), "v0");
    assert_eq!(of("renamed r#type"), "r#type");
    assert!(["f64", "Vec"].contains(&&*of("renamed as types")));
    assert!(["f", "sin"].contains(&&*of("renamed as functions")));
    // A function that is called keeps its name for itself.
    let calls: File = syn::parse_str("#[differentiable] fn f(x: f64) -> f64 { f(sin(x)) }").expect("it is a program");
    let found = renamed("renamed as functions", &calls);
    assert!(found.contains("f(sin(") && !found.contains("f(f:") && !found.contains("f(sin:"), "{found}");
}

#[test]
fn bodies_that_a_macro_gets_are_rewritten() {
    let program: File = syn::parse_str(
        "macro_rules! make { ($name:ident ($x:ident) $body:block) => { #[differentiable] fn $name($x: f64) -> f64 $body } } \
         make! { one (x) { x * x } }",
    )
    .expect("it is a program");
    let found = after(named("tuple"), &program);
    assert!(found.replace([' ', '\n'], "").contains("one(x){((x,).0*(x,).0,).0}"), "{found}");
    let found = renamed("renamed X", &program);
    assert!(found.replace([' ', '\n'], "").contains("one(X){X*X}"), "{found}");
}

#[test]
fn all_rewrites_have_a_case() {
    let others = ["helper outside", "shadow in an inner block"];
    for rewrite in ALL {
        assert!(others.contains(&rewrite.name) || CASES.iter().any(|case| case.0 == rewrite.name), "{}", rewrite.name);
    }
}
