//! Variants of enums: how their fields are named in the tangent, and how code shows that it means one.
//!
//! The tangent of an enum is a struct with every field of every variant, since a gradient must be zero before anyone knows which
//! variant it belongs to: `Shape::Rectangle { width, .. }` has its derivative in `rectangle_width`, `Shape::Circle(_)` in
//! `circle_0`. The derivative of an `Option` or a `Result` is that of its value.

use syn::{Ident, Member, Path};

/// What the tangent of a variant's field is.
pub(crate) enum Part {
    /// A field of the tangent.
    Field(Member),
    /// All of it: `Some(_)`, `Ok(_)`.
    Whole,
    /// There is none: `Err(_)`.
    Nothing,
}

/// What the tangent of the field `member` is, behind `path`, which may also be that of a struct, or of a variant whose enum is not named.
pub(crate) fn part(path: &Path, member: &Member, imported: bool) -> Part {
    let mut segments = path.segments.iter().rev().map(|segment| &segment.ident);
    let (Some(last), of) = (segments.next(), segments.next()) else { return Part::Field(member.clone()) };
    match last.to_string().as_str() {
        "Some" | "Ok" => Part::Whole,
        "Err" => Part::Nothing,
        _ if imported || of.is_some_and(is_type) => Part::Field(Member::Named(field(last, member))),
        _ => Part::Field(member.clone()),
    }
}

/// Whether a path names a variant: one of `Option` and `Result`, or one behind the name of its enum.
pub(crate) fn is_variant(path: &Path) -> bool {
    match part(path, &Member::Unnamed(0.into()), false) {
        Part::Whole | Part::Nothing => true,
        Part::Field(member) => matches!(member, Member::Named(_)),
    }
}

/// The name in the tangent: the variant in snake case, then the field.
pub(crate) fn field(variant: &Ident, member: &Member) -> Ident {
    let variant = variant.to_string();
    let letters: Vec<char> = variant.trim_start_matches("r#").chars().collect();
    let mut name = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let starts = letter.is_uppercase()
            && i > 0
            && (!letters[i - 1].is_uppercase() || letters.get(i + 1).is_some_and(|next| next.is_lowercase()));
        if starts && letters[i - 1] != '_' {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    let (field, span) = match member {
        Member::Named(field) => (field.to_string().trim_start_matches("r#").to_owned(), field.span()),
        Member::Unnamed(index) => (index.index.to_string(), index.span),
    };
    Ident::new(&format!("{name}_{field}"), span)
}

fn is_type(name: &Ident) -> bool {
    name.to_string().trim_start_matches("r#").starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use quote::format_ident;
    use syn::{Member, parse_quote};

    use super::{field, is_variant};

    #[test]
    fn fields_are_named_in_snake_case() {
        let name = |variant: &str, member: Member| field(&format_ident!("{variant}"), &member).to_string();
        assert_eq!(name("Circle", Member::Unnamed(0.into())), "circle_0");
        assert_eq!(name("MaxPool2D", parse_quote!(size)), "max_pool2_d_size");
        assert_eq!(name("HTTPServer", parse_quote!(r#type)), "http_server_type");
        assert_eq!(name("Loop", Member::Unnamed(1.into())), "loop_1");
    }

    #[test]
    fn a_variant_is_written_behind_its_enum() {
        assert!(is_variant(&parse_quote!(Shape::Circle)) && is_variant(&parse_quote!(geometry::Shape::Circle)));
        assert!(is_variant(&parse_quote!(Self::Circle)) && is_variant(&parse_quote!(Some)));
        assert!(!is_variant(&parse_quote!(Point)) && !is_variant(&parse_quote!(geometry::Point)));
    }
}
