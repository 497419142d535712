//! Collects refusals, so that one expansion reports every mistake, and drops none.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Report {
    errors: Option<syn::Error>,
    /// Whether there are mistakes that the compiler reports.
    left: bool,
}

impl Report {
    /// Refuses `at`, saying what is wrong and what to do instead.
    pub fn refuse(&mut self, at: impl ToTokens, message: impl std::fmt::Display) {
        self.add(syn::Error::new_spanned(at, message));
    }

    pub fn add(&mut self, error: syn::Error) {
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }

    /// Refuses what the compiler refuses too, and leaves the message to it.
    pub fn leave_to_the_compiler(&mut self) {
        self.left = true;
    }

    /// The `compile_error!`s, if there was a mistake.
    pub fn into_errors(self) -> Option<TokenStream> {
        self.errors.map(|errors| errors.to_compile_error())
    }

    /// How many mistakes there are.
    pub fn len(&self) -> usize {
        self.errors.iter().flatten().count() + usize::from(self.left)
    }

    pub fn is_empty(&self) -> bool {
        self.errors.is_none() && !self.left
    }
}

impl Report {
    /// Takes over the mistakes of another report.
    pub fn merge(&mut self, other: Self) {
        self.left |= other.left;
        if let Some(errors) = other.errors {
            self.add(errors);
        }
    }
}
