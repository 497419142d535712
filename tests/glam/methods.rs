//! `docs/glam.md`: which methods of glam have a derivative, end there, or are refused, and what to write instead. Those with a derivative
//! are read from the sources. `BLESS=1 cargo test -p cotangent-tests --test glam methods` writes the page anew.

use std::fmt::Write;

use crate::sources::{compare, methods_in};

const HEAD: &str = "# glam: method by method

Made from the sources by `BLESS=1 cargo test -p cotangent-tests --test glam methods`; a test compares. All of it holds for the types of `f32`
and of `f64`: `Vec2` `Vec3` `Vec3A` `Vec4` `Mat2` `Mat3` `Mat3A` `Mat4` `Quat` `Affine3` `Affine3A`, `DVec2` `DVec3` `DVec4` `DMat2` `DMat3`
`DMat4` `DQuat` `DAffine2` `DAffine3`.

Operators have derivatives in all of glam's forms of values and references, and so do `new`, fields, indices, assignments to them,
`+=` `-=` `*=` `/=`, struct literals and patterns, and sums of iterators.

";

/// The files with rules, by what they are of.
const RULES: [(&str, &str); 3] =
    [("vectors", "vectors.rs"), ("matrices and affine maps", "matrices.rs"), ("quaternions", "quaternions.rs")];

/// What has no derivative because it does not vary smoothly, or does not depend on a value.
const ENDS: [(&str, &str); 3] = [
    (
        "`is_finite` `is_nan` `is_normalized` `abs_diff_eq` `cmpeq` `cmplt` and other comparisons, `all` `any` of them",
        "questions",
    ),
    ("`max_position` `min_position`", "positions"),
    ("`ZERO` `ONE` `X` `Y` `IDENTITY` and other constants, `default`", "constants"),
];

/// What is refused, and what to write instead.
const REFUSED: [(&str, &str); 11] = [
    ("the functions `vec3` `dvec3` `quat` `mat3` ..", "`Vec3::new`, `Quat::from_xyzw`, `Mat3::from_cols`"),
    ("`from_euler` `to_euler`", "a product of `from_rotation_x`, `from_rotation_y`, `from_rotation_z`"),
    ("`into` of an array", "`from`, `from_array`"),
    ("`clamp` `saturate`", "`max`, `min`"),
    (
        "`exp2` `log2` `sin_cos` `signum` `copysign` `step` `smoothstep`",
        "`exp`, `ln`, `sin`, `cos`, or the components one by one",
    ),
    (
        "`normalize_and_length` `clamp_length` `clamp_length_max` `clamp_length_min`",
        "`normalize`, `length`, and a branch",
    ),
    (
        "`move_towards` `rotate_towards` `rotate_axis` `slerp` of vectors, `any_orthonormal_vector`",
        "`lerp`, a quaternion",
    ),
    ("`as_vec3` `as_dvec3` and other changes of the number type", "one number type in a function"),
    ("`col_mut`", "the field: `m.x_axis = v`"),
    (
        "`from_rotation_axes` `from_mat4` `from_mat4_minor` `to_scale_rotation_translation` `perspective_rh` `look_at_rh` ..",
        "`from_cols` of the columns",
    ),
    ("`Affine2`", "`DAffine2`, or a `Mat2` and a `Vec2`"),
];

fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("## With a derivative\n\n| of | methods |\n|---|---|\n");
    for (of, file) in RULES {
        let names: Vec<_> = methods_in(&format!("glam/{file}")).into_iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(page, "| {of} | {} |", names.join(" "));
    }
    for (title, rows) in [("The derivative ends there", &ENDS[..]), ("Refused, and what to write instead", &REFUSED)] {
        let _ = write!(page, "\n## {title}\n\n| methods | |\n|---|---|\n");
        for (methods, what) in rows {
            let _ = writeln!(page, "| {methods} | {what} |");
        }
    }
    page
}

#[test]
fn the_page_is_made_of_the_sources() {
    compare("docs/glam.md", &page());
}
