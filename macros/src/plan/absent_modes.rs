//! Which derivatives there are not, because a rule of the user's has no function for them.

use syn::{Ident, Path};

use crate::accept::rule_arguments::Rule;

/// What a rule may have no functions for.
#[derive(Clone, Copy)]
pub(crate) enum Mode {
    Gradient,
    Tangents,
    SecondDerivatives,
}

impl Mode {
    /// A function that has no value.
    pub fn function(self) -> &'static str {
        match self {
            Self::Gradient => "gradient",
            Self::Tangents => "forward_mode",
            Self::SecondDerivatives => "second_derivatives",
        }
    }

    /// A trait that nothing implements.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gradient => "Gradient",
            Self::Tangents => "Jvp",
            Self::SecondDerivatives => "SecondDerivatives",
        }
    }

    /// Why a function has no such mode, and what to do, if that is certain.
    pub fn absent(self, rule: &Rule, name: &Ident) -> Option<(String, String)> {
        let what = match self {
            Self::Gradient => "gradient",
            Self::Tangents => "forward mode",
            Self::SecondDerivatives => "second derivatives",
        };
        let add = |function: &str| {
            (
                format!("`{name}` has no {what}: its rule has no `{function}`"),
                format!("add `{function} = function` to `#[differentiable(..)]` of `{name}`"),
            )
        };
        match (self, rule) {
            (Self::Tangents | Self::SecondDerivatives, Rule { jvp: None, .. }) => Some(add("jvp")),
            (Self::Gradient | Self::SecondDerivatives, Rule { vjp: None, .. }) => Some(add("vjp")),
            (Self::SecondDerivatives, Rule { forward: Some(_), .. }) => Some((
                format!("`{name}` has no {what}: its rule keeps a residual"),
                "leave `forward` away, and have `vjp` compute what it needs".into(),
            )),
            (Self::SecondDerivatives, Rule { vjp: Some(vjp), .. }) if !is_importable(vjp) => Some((
                format!("`{name}` has no {what}: its `vjp` belongs to a type"),
                "make the `vjp` a free function, with `#[differentiable]`".into(),
            )),
            _ => None,
        }
    }
}

/// Whether a path leads to a function of a module, which may have a companion.
fn is_importable(path: &Path) -> bool {
    let owner = path.segments.iter().rev().nth(1);
    owner.is_none_or(|owner| !owner.ident.to_string().starts_with(char::is_uppercase))
}
