//! ADBench's `hand`: the distances of points from the skin of a hand that 26 numbers bend.
//!
//! The numbers are a rotation (angle times axis), a translation, and for each finger how far its three joints are flexed, and the
//! first of them spread. The Jacobian is tall, three rows for each point, so it is made by forward mode.

use cotangent::prelude::*;

use super::reference::numbers;

/// Numbers of a pose.
pub const POSE: usize = 26;
const BONES: usize = 22;
const VERTICES: usize = 544;

/// The upper three rows of a matrix of four.
type Motion = [[f64; 4]; 3];

/// A part of the skeleton; parents come first.
#[derive(Clone, Copy, Debug)]
pub struct Bone {
    parent: usize,
    /// From its parent.
    relative: Motion,
    /// To it, when the hand rests.
    from_rest: Motion,
}

/// A point of the skin, with the bones that move it and how much.
#[derive(Clone, Debug)]
pub struct Vertex {
    rest: [f64; 3],
    weights: Vec<(usize, f64)>,
}

/// A skeleton and its skin.
#[derive(Clone, Debug)]
pub struct Hand {
    bones: [Bone; BONES],
    vertices: Vec<Vertex>,
    triangles: Vec<[usize; 3]>,
}

/// A point, and the vertex (simple) or triangle (complicated) that it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    place: usize,
    at: [f64; 3],
}

/// The simple case: `point - vertex`.
#[differentiable]
#[must_use]
pub fn simple<const N: usize>(
    pose: &[f64; POSE],
    #[constant] hand: &Hand,
    #[constant] seen: &[Seen; N],
) -> [[f64; 3]; N] {
    let mut skin = [[0.0; 3]; VERTICES];
    pull(&mut skin, pose, hand);
    let mut errors = [[0.0; 3]; N];
    for p in 0..N {
        for i in 0..3 {
            errors[p][i] = seen[p].at[i] - skin[seen[p].place][i];
        }
    }
    errors
}

/// The complicated case: `point - (u v + u' v' + (1 - u - u') v'')` with the corners of a triangle; `u` and `u'` are parameters too.
#[differentiable]
#[must_use]
pub fn complicated<const N: usize>(
    us: &[[f64; 2]; N],
    pose: &[f64; POSE],
    #[constant] hand: &Hand,
    #[constant] seen: &[Seen; N],
) -> [[f64; 3]; N] {
    let mut skin = [[0.0; 3]; VERTICES];
    pull(&mut skin, pose, hand);
    let mut errors = [[0.0; 3]; N];
    for p in 0..N {
        let (u, v) = (us[p][0], us[p][1]);
        let w = 1.0 - u - v;
        let corners = hand.triangles[seen[p].place];
        for i in 0..3 {
            errors[p][i] =
                seen[p].at[i] - (u * skin[corners[0]][i] + v * skin[corners[1]][i] + w * skin[corners[2]][i]);
        }
    }
    errors
}

/// Every vertex where the bones take it (linear blend skinning), then rotated and moved as a whole.
#[differentiable]
fn pull(skin: &mut [[f64; 3]; VERTICES], pose: &[f64; POSE], #[constant] hand: &Hand) {
    let bones = bones(pose, hand);
    let turn = rotation(pose);
    for v in 0..VERTICES {
        let [x, y, z] = hand.vertices[v].rest;
        let mut at = [0.0; 3];
        for &(bone, weight) in &hand.vertices[v].weights {
            for i in 0..3 {
                let row = &bones[bone][i];
                at[i] += weight * (row[0] * x + row[1] * y + row[2] * z + row[3]);
            }
        }
        for i in 0..3 {
            skin[v][i] = turn[i][0] * at[0] + turn[i][1] * at[1] + turn[i][2] * at[2] + pose[3 + i];
        }
    }
}

/// Where each bone takes what rests.
#[differentiable]
fn bones(pose: &[f64; POSE], #[constant] hand: &Hand) -> [Motion; BONES] {
    let mut absolute = [[[0.0; 4]; 3]; BONES];
    let mut moves = [[[0.0; 4]; 3]; BONES];
    for b in 0..BONES {
        let bone = &hand.bones[b];
        let bent = after(&bone.relative, &bend(pose, b));
        absolute[b] = if b == 0 { bent } else { after(&absolute[bone.parent], &bent) };
        moves[b] = after(&absolute[b], &bone.from_rest);
    }
    moves
}

/// The rotation of a joint: flexed about `x`, then spread about `z`. The wrist, the palm and the forearm have none.
#[differentiable]
fn bend(pose: &[f64; POSE], bone: usize) -> Motion {
    let (flexed, spread) = match bone % 4 {
        2 => (pose[bone + 4], pose[bone + 5]),
        0 | 3 if bone > 0 => (pose[bone + 5], 0.0),
        _ => (0.0, 0.0),
    };
    let (sx, cx, sz, cz) = (flexed.sin(), flexed.cos(), spread.sin(), spread.cos());
    [[cz, -sz * cx, sz * sx, 0.0], [sz, cz * cx, -cz * sx, 0.0], [0.0, sx, cx, 0.0]]
}

/// `a b`
#[differentiable]
fn after(a: &Motion, b: &Motion) -> Motion {
    let mut product = [[0.0; 4]; 3];
    for i in 0..3 {
        for j in 0..4 {
            product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
        }
        product[i][3] += a[i][3];
    }
    product
}

/// Rodrigues' formula. A rotation by almost nothing is none, and has no derivative, as ADBench has it.
#[differentiable]
fn rotation(pose: &[f64; POSE]) -> [[f64; 3]; 3] {
    let angle = (pose[0] * pose[0] + pose[1] * pose[1] + pose[2] * pose[2]).sqrt();
    if angle < 1e-4 {
        return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    }
    let (x, y, z) = (pose[0] / angle, pose[1] / angle, pose[2] / angle);
    let (s, c) = (angle.sin(), angle.cos());
    let d = 1.0 - c;
    [
        [x * x + (1.0 - x * x) * c, x * y * d - z * s, x * z * d + y * s],
        [x * y * d + z * s, y * y + (1.0 - y * y) * c, y * z * d - x * s],
        [x * z * d - y * s, y * z * d + x * s, z * z + (1.0 - z * z) * c],
    ]
}

/// The value and the columns of the Jacobian of [`simple()`], `K` columns in a pass.
#[must_use]
pub fn simple_jacobian<const K: usize, const N: usize>(
    pose: &[f64; POSE],
    hand: &Hand,
    seen: &[Seen; N],
) -> ([[f64; 3]; N], [[[f64; 3]; N]; POSE]) {
    let (mut errors, mut columns) = ([[0.0; 3]; N], [[[0.0; 3]; N]; POSE]);
    for (pass, columns) in columns.chunks_mut(K).enumerate() {
        let along = std::array::from_fn(|k| one(K * pass + k));
        let (value, tangents) = simple::at(pose, hand, seen).jvp_many::<K>(along);
        errors = value;
        columns.copy_from_slice(&tangents[..columns.len()]);
    }
    (errors, columns)
}

/// The same of [`complicated()`]. The errors of a point depend on its own two parameters only, so the first two columns are all of
/// them, compressed: along the first, all `u` grow at once, along the second all `u'`.
#[must_use]
pub fn complicated_jacobian<const K: usize, const N: usize>(
    us: &[[f64; 2]; N],
    pose: &[f64; POSE],
    hand: &Hand,
    seen: &[Seen; N],
) -> ([[f64; 3]; N], [[[f64; 3]; N]; 2 + POSE]) {
    let (mut errors, mut columns) = ([[0.0; 3]; N], [[[0.0; 3]; N]; 2 + POSE]);
    for (pass, columns) in columns.chunks_mut(K).enumerate() {
        let along = std::array::from_fn(|k| {
            let all: [f64; 2 + POSE] = one(K * pass + k);
            ([[all[0], all[1]]; N], std::array::from_fn(|i| all[2 + i]))
        });
        let (value, tangents) = complicated::at(us, pose, hand, seen).jvp_many::<K>(along);
        errors = value;
        columns.copy_from_slice(&tangents[..columns.len()]);
    }
    (errors, columns)
}

/// The `i`-th of the unit vectors, or zero.
fn one<const L: usize>(i: usize) -> [f64; L] {
    std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 })
}

impl Hand {
    /// The hand of the files.
    ///
    /// # Panics
    /// If they are not as ADBench has them.
    #[must_use]
    pub fn read() -> Self {
        let records = |text: &'static str| text.lines().map(|line| line.split(':').collect());
        let bones = records(include_str!("data/hand/bones.txt")).map(|of: Vec<_>| {
            let numbers = numbers(of[2..34].iter().copied());
            let rows = numbers.as_chunks::<4>().0;
            // The wrist has none.
            let parent = of[1].parse().unwrap_or(0);
            Bone { parent, relative: [rows[0], rows[1], rows[2]], from_rest: [rows[4], rows[5], rows[6]] }
        });
        let vertices = records(include_str!("data/hand/vertices.txt")).map(|of: Vec<_>| {
            let rest = numbers(of[..3].iter().copied()).try_into().expect("three");
            let (bones, weights) = (of[9..].iter().step_by(2), of[10..].iter().step_by(2));
            let weights = numbers(weights.copied());
            Vertex { rest, weights: bones.map(|bone| bone.parse().expect("a bone")).zip(weights).collect() }
        });
        let triangles = records(include_str!("data/hand/triangles.txt"))
            .map(|of: Vec<_>| [0, 1, 2].map(|i| of[i].parse().expect("a vertex")));
        let bones: Vec<_> = bones.collect();
        Self {
            bones: bones.try_into().expect("22 bones"),
            vertices: vertices.collect(),
            triangles: triangles.collect(),
        }
    }
}

/// What a file says of an instance.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Instance<const N: usize> {
    pub seen: [Seen; N],
    /// Where in its triangle each point is; zero in the simple case.
    pub us: [[f64; 2]; N],
    pub pose: [f64; POSE],
}

impl<const N: usize> Instance<N> {
    /// Reads the text of a file: sizes, points, in the complicated case where in its triangle each is, and the pose.
    ///
    /// # Panics
    /// If it is not of `N` points.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let all = numbers(text.split_whitespace());
        assert_eq!(all[..2], [N as f64, POSE as f64]);
        let (points, rest) = all[2..].split_at(4 * N);
        let (us, pose) = rest.split_at(rest.len() - POSE);
        let seen: Vec<_> = points
            .as_chunks()
            .0
            .iter()
            .map(|&[place, x, y, z]: &[f64; 4]| Seen { place: place as usize, at: [x, y, z] })
            .collect();
        Self {
            seen: seen.try_into().expect("N points"),
            us: us.as_chunks().0.try_into().unwrap_or([[0.0; 2]; N]),
            pose: pose.try_into().expect("26"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    /// The rows of the file from the columns that were computed.
    fn check<const N: usize>(reference: &'static str, errors: &[[f64; 3]; N], columns: &[[[f64; 3]; N]]) {
        let rows: Vec<_> = (0..3 * N).flat_map(|row| columns.iter().map(move |c| c.as_flattened()[row])).collect();
        let reference = Reference::new(reference);
        assert_close("errors", errors.as_flattened(), &reference.get("objective"));
        assert_close("Jacobian", &rows, &reference.get("jacobian"));
    }

    fn check_simple<const K: usize, const N: usize>(input: &str, reference: &'static str) {
        let (hand, Instance { seen, pose, .. }) = (Hand::read(), Instance::<N>::read(input));
        let (errors, columns) = simple_jacobian::<K, N>(&pose, &hand, &seen);
        assert_eq!(errors, simple(&pose, &hand, &seen));
        check(reference, &errors, &columns);
    }

    fn check_complicated<const K: usize, const N: usize>(input: &str, reference: &'static str) {
        let (hand, Instance { seen, us, pose }) = (Hand::read(), Instance::<N>::read(input));
        let (errors, columns) = complicated_jacobian::<K, N>(&us, &pose, &hand, &seen);
        assert_eq!(errors, complicated(&us, &pose, &hand, &seen));
        check(reference, &errors, &columns);
    }

    #[test]
    fn references() {
        let (test, c100) = (include_str!("data/hand/test_simple.txt"), include_str!("data/hand/simple_c100.txt"));
        check_simple::<1, 2>(test, include_str!("data/hand/test_simple_ref.txt"));
        check_simple::<13, 100>(c100, include_str!("data/hand/simple_c100_ref.txt"));
        let test = include_str!("data/hand/test_complicated.txt");
        let c100 = include_str!("data/hand/complicated_c100.txt");
        check_complicated::<8, 2>(test, include_str!("data/hand/test_complicated_ref.txt"));
        check_complicated::<14, 100>(c100, include_str!("data/hand/complicated_c100_ref.txt"));
    }

    /// As ADBench has it; the translation moves every vertex alike.
    #[test]
    fn a_rotation_by_nothing_has_no_derivative() {
        let (hand, Instance { seen, mut pose, .. }) =
            (Hand::read(), Instance::<2>::read(include_str!("data/hand/test_simple.txt")));
        pose[..3].fill(0.0);
        let (_, columns) = simple_jacobian::<13, 2>(&pose, &hand, &seen);
        assert_eq!(columns[..3], [[[0.0; 3]; 2]; 3]);
        assert_eq!(columns[3..6], [[[-1.0, 0.0, 0.0]; 2], [[0.0, -1.0, 0.0]; 2], [[0.0, 0.0, -1.0]; 2]]);
    }

    #[test]
    fn the_jacobian_of_the_library_is_the_same() {
        let (hand, Instance { seen, pose, .. }) =
            (Hand::read(), Instance::<2>::read(include_str!("data/hand/test_simple.txt")));
        assert_eq!(simple::at(&pose, &hand, &seen).jacobian_fwd(), simple_jacobian::<2, 2>(&pose, &hand, &seen));
    }
}
