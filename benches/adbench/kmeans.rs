//! GradBench's `kmeans`: the squared distances of points to the nearest of some centroids.

use cotangent::prelude::*;

/// `Σ_i min_j |p_i - c_j|²`
#[differentiable]
#[must_use]
pub fn cost<const D: usize>(#[constant] points: &[[f64; D]], centroids: &[[f64; D]]) -> f64 {
    let mut total = 0.0;
    for point in points {
        let mut nearest = f64::INFINITY;
        for centroid in centroids {
            let mut distance = 0.0;
            for (p, c) in point.iter().zip(centroid) {
                let gap = p - c;
                distance += gap * gap;
            }
            nearest = nearest.min(distance);
        }
        total += nearest;
    }
    total
}

/// Value; the gradient is added to `bar`.
pub fn by_hand<const D: usize>(points: &[[f64; D]], centroids: &[[f64; D]], bar: &mut [[f64; D]]) -> f64 {
    let mut total = 0.0;
    for point in points {
        let (mut nearest, mut at) = (f64::INFINITY, 0);
        for (j, centroid) in centroids.iter().enumerate() {
            let mut distance = 0.0;
            for (p, c) in point.iter().zip(centroid) {
                distance += (p - c) * (p - c);
            }
            if distance < nearest {
                (nearest, at) = (distance, j);
            }
        }
        total += nearest;
        for ((bar, p), c) in bar[at].iter_mut().zip(point).zip(&centroids[at]) {
            *bar += 2.0 * (c - p);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    #[test]
    fn references() {
        let reference = Reference::new(include_str!("data/gb_kmeans_n24_k3_d2_ref.txt"));
        let (points, centroids) = (reference.get("points"), reference.get("centroids"));
        let (points, centroids) = (points.as_chunks::<2>().0, centroids.as_chunks::<2>().0);
        let (value, gradient) = cost::value_and_grad(points, centroids);
        assert_close("value", &[value], &reference.get("objective"));
        assert_close("gradient", gradient.as_flattened(), &reference.get("grad"));
        let mut gradient = [[0.0; 2]; 3];
        assert_close("value", &[by_hand(points, centroids, &mut gradient)], &reference.get("objective"));
        assert_close("gradient", gradient.as_flattened(), &reference.get("grad"));
    }
}
