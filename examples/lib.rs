//! A course in `cotangent`: the examples of this package, in the order of their numbers.
//!
//! Run one with `cargo run --release --example 01-scalar`.

/// The code on some pages is tested here; `tests/pages.rs` tests their links.
macro_rules! pages {
    ($($name:ident $path:literal;)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!($path)]
            pub struct $name;
        )*
    };
}

pages! {
    Readme "../README.md";
    ComingFrom "../docs/coming-from.md";
    HowItWorks "../docs/how-it-works.md";
    Kinks "../docs/kinks.md";
    Language "../docs/language.md";
    Rules "../docs/rules.md";
    Shapes "../docs/shapes.md";
    Start "../docs/start.md";
    Tape "../docs/tape.md";
    Training "../docs/training.md";
    TypesOfOtherCrates "../docs/types-of-other-crates.md";
}
