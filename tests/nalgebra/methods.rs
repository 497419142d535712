//! `docs/nalgebra.md`: which methods of nalgebra have a derivative, end there, or are refused, and why. Those with a derivative are read
//! from the sources. `BLESS=1 cargo test -p cotangent-tests --test nalgebra methods` writes the page anew.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::sources::{compare, methods_in};

const HEAD: &str = "# nalgebra: method by method

Made from the sources by `BLESS=1 cargo test -p cotangent-tests --test nalgebra methods`; a test compares. All of it holds for matrices whose
sizes are in their types and for `DMatrix`, `DVector` and mixed sizes, unless it says otherwise.

";

/// The files with rules, by what they are of.
const RULES: [(&str, &[&str]); 11] = [
    ("matrices and vectors", &["matrices.rs", "parts.rs", "shapes.rs", "swizzles.rs"]),
    ("functions that make values", &["constructors.rs", "run_time_sizes.rs"]),
    ("functions of slices, arrays and `Vec`s", &["of_lists.rs"]),
    ("methods that change a matrix in place", &["in_place.rs"]),
    (
        "Cholesky, LU and QR factorisations, also by `Cholesky::new`, `LU::new`, `QR::new`; triangular systems",
        &["decompositions.rs", "factors.rs"],
    ),
    (
        "eigenvalues and singular values, also by `SymmetricEigen::new`, `SVD::new`",
        &["spectral.rs", "spectral/least_squares.rs"],
    ),
    ("rotations, quaternions and unit vectors", &["rotations.rs", "quaternions.rs"]),
    ("homogeneous matrices, observers", &["homogeneous.rs"]),
    ("isometries and translations", &["isometries.rs"]),
    ("similarities", &["similarities.rs"]),
    ("`Transform`, `Projective`, `Affine`, `Perspective3`, `Orthographic3`", &["projections.rs"]),
];

/// What the macro rewrites.
const REWRITTEN: [(&str, &str); 9] = [
    (
        "`map` `zip_map` `zip_zip_map` `map_with_location` `from_fn` `apply` `zip_apply` `fold`",
        "the closure is differentiated, element by element",
    ),
    ("`from_iterator` `from_row_iterator`", "a loop over the items"),
    ("`matrix!` `vector!` `point!` `dmatrix!` `dvector!`", "`from` and `from_row_slice` of the elements"),
    (
        "`iter` `iter_mut` `column_iter` `row_iter` `column_iter_mut` `row_iter_mut`",
        "in loops and chains; a column or a row is a copy",
    ),
    ("`copy_from` `set_row` `set_column` `fill` `fill_row` `fill_column`", "loops over the elements"),
    (
        "`copy_from` and `fill` of `row_mut` `column_mut` `rows_mut` `columns_mut` `view_mut` `fixed_rows_mut` `fixed_columns_mut` `fixed_view_mut`",
        "loops over the elements of the part",
    ),
    (
        "other methods of these parts, and views in variables: `let mut c = m.column_mut(j);`",
        "the part is copied, changed and copied back",
    ),
    ("`swap_rows` `swap_columns`", "the elements change places"),
    ("`nalgebra::distance` `nalgebra::distance_squared` `nalgebra::center`, by their paths", "rules of points"),
];

/// What has no derivative because it does not vary smoothly, or does not depend on a value.
const ENDS: [(&str, &str); 3] = [
    ("`len` `nrows` `ncols` `shape` `is_empty` `is_square`", "questions about the sizes"),
    ("`imax` `imin` `iamax` `iamin` `icamax`", "positions"),
    ("`zeros` `identity` `x` `y` `z` `x_axis` `y_axis` `z_axis` `from_fn` of constants", "constants"),
];

/// What is refused, and what to write instead.
const REFUSED: [(&str, &str); 11] = [
    ("`stack!`", "`zeros`, and `copy_from` of its parts"),
    ("`Orthographic3::new`", "`Orthographic3::from_fov`, or `from_matrix_unchecked`"),
    (
        "`qr`, `svd`, `pseudo_inverse` of more columns than rows",
        "the transpose; with sizes that are not in the type this is a panic",
    ),
    (
        "`schur` `hessenberg` `bidiagonalize` `eigenvalues` `complex_eigenvalues` `polar` `udu` `lblt` `full_piv_lu` `col_piv_qr`",
        "no rule: a rule of your own, see `cotangent::rule`",
    ),
    (
        "`try_inverse_mut` `solve_mut` `solve_lower_triangular_mut` and others that write through their argument",
        "the form without `_mut`",
    ),
    (
        "`axcpy` `gemm_tr` `gemm_ad` `gemv_tr` `gerc` `syger` `sygemv` `quadform`",
        "`axpy`, `gemm`, `gemv`, `ger`, operators",
    ),
    ("`select_rows` `select_columns`", "`row`, `column`, `rows_range`, `columns_range`"),
    (
        "`insert_rows` `insert_columns` `remove_rows` `remove_columns` `resize` `reshape_generic`",
        "`view` and `copy_from`",
    ),
    ("`DualQuaternion` `Scale` `Reflection`", "their matrices, by `to_homogeneous`, as constants"),
    (
        "functions that are generic over a size and have a bound `DefaultAllocator: Allocator<..>`",
        "a literal size, or `DMatrix`: the compiler takes the bound for that of every matrix. Without such a bound, \
         `fn f<const N: usize>(a: &SMatrix<f64, N, N>)` has derivatives",
    ),
    (
        "a view in a variable that goes to another variable or to a function, or is used on both sides of an early exit",
        "change the matrix itself",
    ),
];

fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("## With a derivative\n\n| of | methods |\n|---|---|\n");
    for (of, files) in RULES {
        let names: BTreeSet<_> = files.iter().flat_map(|file| methods_in(&format!("nalgebra/{file}"))).collect();
        let names: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(page, "| {of} | {} |", names.join(" "));
    }
    for (title, rows) in [
        ("Rewritten by the macro", &REWRITTEN[..]),
        ("The derivative ends there", &ENDS),
        ("Refused, and what to write instead", &REFUSED),
    ] {
        let _ = write!(page, "\n## {title}\n\n| methods | |\n|---|---|\n");
        for (methods, what) in rows {
            let _ = writeln!(page, "| {methods} | {what} |");
        }
    }
    page
}

#[test]
fn the_page_is_made_of_the_sources() {
    compare("docs/nalgebra.md", &page());
}

/// A name stands in one table only.
#[test]
fn what_is_refused_has_no_rule() {
    let ruled: BTreeSet<_> = RULES
        .iter()
        .flat_map(|(_, files)| files.iter())
        .flat_map(|file| methods_in(&format!("nalgebra/{file}")))
        .collect();
    for (methods, _) in REFUSED.iter().filter(|(methods, _)| !methods.contains(" of ") && !methods.contains("::")) {
        for name in
            methods.split('`').skip(1).step_by(2).filter(|name| name.chars().all(|c| c.is_lowercase() || c == '_'))
        {
            assert!(!ruled.contains(name), "{name} is refused and has a rule");
        }
    }
}
