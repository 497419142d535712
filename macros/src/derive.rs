//! `#[derive(Differentiable)]`.
pub(crate) fn derive(_: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    proc_macro2::TokenStream::new()
}
