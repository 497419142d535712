//! Tiny programs, before and after.

use syn::parse_quote;

use super::*;
use crate::source::text;

/// The body of the first function of a program, after a rewrite at so many places or at one.
fn after(name: &str, program: &File, turn: Turn) -> String {
    let rewrite = ALL.iter().find(|rewrite| rewrite.name == name).expect("there is such a rewrite");
    let (mut new, items, mut names) = (program.clone(), Items::of(program), Names::not_in(program));
    let mut turn = turn;
    each_annotated(&mut new, &mut |function| rewrite.function(function, &items, &mut turn, &mut names));
    text(&new)
}

#[test]
fn print() {
    let program: File = parse_quote! {
        struct P { a: f64, b: [f64; 2] }
        #[differentiable]
        fn f(x: f64, p: &P, n: usize, xs: &[f64]) -> f64 {
            let a = p.a * 2.0;
            let mut s = a;
            for i in 0..n {
                s += xs[i + 1] * x;
            }
            for v in xs {
                s *= (v * x).sin();
            }
            if s > 2.0 { s = x; } else { s += [0.2, 0.7].map(|k| k * x)[0]; }
            s + p.b[n] - a
        }
    };
    for rewrite in ALL {
        println!("// {}\n{}", rewrite.name, after(rewrite.name, &program, Turn::share(100, Rng::new(1, 1))));
    }
    for style in rename::STYLES {
        let mut new = program.clone();
        each_annotated(&mut new, &mut |function| {
            style.rename(
                function.signature,
                function.block,
                &Items::of(&program),
                &rename::Known::of(&program),
                &mut Rng::new(1, 1),
            );
        });
        println!("// {}\n{}", style.name, text(&new));
    }
}
