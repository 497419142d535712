//! Collects refusals, so that one expansion reports every mistake, and drops none.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Report {
    errors: Option<syn::Error>,
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

    /// The `compile_error!`s, if there was a mistake.
    pub fn into_errors(self) -> Option<TokenStream> {
        self.errors.map(|errors| errors.to_compile_error())
    }

    pub fn is_empty(&self) -> bool {
        self.errors.is_none()
    }
}

impl Report {
    /// Takes over the mistakes of another report.
    pub fn merge(&mut self, other: Self) {
        if let Some(errors) = other.errors {
            self.add(errors);
        }
    }
}
