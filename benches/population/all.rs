//! The programs, each at two sizes.

use crate::by_hand;
use crate::calls::*;
use crate::case::{Argument as _, Ask, Case, case, cases};
use crate::chains::*;
use crate::everyday::*;
use crate::flat::*;
use crate::linear::*;
use crate::livermore::*;
use crate::methods::*;
use crate::science::*;
use crate::signals::*;
use crate::textbook::*;
use crate::textbook_by_hand;

/// A table of constants, which stays.
fn table<T, const N: usize>(entry: fn(usize) -> T) -> &'static [T; N] {
    Box::leak(Box::new(std::array::from_fn(entry)))
}

/// Indices that are all over the place.
fn cells<const N: usize>() -> &'static [usize; N] {
    table(|i| i.wrapping_mul(2_654_435_761) >> 7)
}

/// Columns of a sparse matrix of 64.
fn columns<const N: usize>() -> &'static [usize; N] {
    table(|i| (i.wrapping_mul(2_654_435_761) >> 7) % 64)
}

/// All programs.
pub fn all() -> Vec<Case> {
    let mut all = Vec::new();
    livermore(&mut all);
    linear(&mut all);
    signals(&mut all);
    science(&mut all);
    flat(&mut all);
    textbook(&mut all);
    everyday(&mut all);
    calls(&mut all);
    methods(&mut all);
    chains(&mut all);
    all
}

fn livermore(all: &mut Vec<Case>) {
    cases! { all;
        hydro [N = 101, 1001] (y = [0.0; N], z = [0.0; N], c = [0.0; 3]);
        iccg [N = 128, 1024] (v = [0.0; N], first = [0.0; N]);
        inner_product [N = 101, 1001] (x = vec![0.0; N], z = vec![0.0; N]);
        banded [N = 101, 1001] (y = [0.0; N], first = [0.0; N]);
        tridiagonal_below [N = 101, 1001] (y = [0.0; N], z = [0.0; N]);
        linear_recurrence [N = 16, 64] (b = [[0.0; N]; N]);
        state_equation [N = 101, 995] (y = [0.0; N], z = [0.0; N], u = [0.0; N], q = 0.0, r = 0.0, t = 0.0);
        adi_integration [N = 20, 100] (first1 = [[0.0; 5]; N], first2 = [[0.0; 5]; N], a = [[0.0; 2]; 2], sig = 0.0);
        integrate_predictors [N = 15, 101] (first = [[0.0; 13]; N], d = [0.0; 8]);
        difference_predictors [N = 15, 101] (first = [[0.0; 14]; N], cx = [0.0; N]);
        first_sum [N = 101, 1001] (y = [0.0; N]);
        first_difference [N = 101, 1001] (y = [0.0; N]);
        particles_2d [N = 32, 512] (first = [[0.0; 4]; N], b = [0.0; 64], c = [0.0; 64]; cells::<N>());
        particles_1d [N = 32, 512] (xx = [0.0; N], vx = [0.0; N], ex = [0.0; 64], dex = [0.0; 64]; cells::<N>());
        casual [N = 15, 101] (vh = [[0.0; N]; 7], vf = [[0.0; N]; 7], vg = [[0.0; N]; 7]);
        implicit_conditional [N = 15, 101] (vsp = vec![0.0; N], vstp = vec![0.0; N], vxne = vec![0.0; N], vlin = vec![0.0; N]);
        hydro_2d [N = 16, 101] (zp = [[0.0; N]; 7], zq = [[0.0; N]; 7], zr = [[0.0; N]; 7], zm = [[0.0; N]; 7], zu = [[0.0; N]; 7], zv = [[0.0; N]; 7], zz = [[0.0; N]; 7]);
        linear_recurrence_twice [N = 15, 101] (sa = [0.0; N], sb = [0.0; N]);
        ordinates [N = 64, 1000] (y = vec![0.0; N], g = vec![0.0; N], u = vec![0.0; N], v = vec![0.0; N], w = vec![0.0; N], z = vec![0.0; N], vx = vec![0.0; N]);
        matrix_product [N = 16, 64] (vy = [[0.0; N]; N], cx = [[0.0; N]; N]);
        planck [N = 15, 101] (u = vec![0.0; N], v = vec![0.0; N], x = vec![0.0; N]);
        implicit_hydro [N = 16, 101] (first = [[0.0; N]; 7], zr = [[0.0; N]; 7], zb = [[0.0; N]; 7], zu = [[0.0; N]; 7], zv = [[0.0; N]; 7], zz = [[0.0; N]; 7]);
        first_minimum [N = 101, 1001] (x = vec![0.0; N]);
    }
}

fn linear(all: &mut Vec<Case>) {
    cases! { all;
        gemv [N = 16, 128] (a = [[0.0; N]; N], x = [0.0; N], alpha = 0.0);
        gemv_transposed [N = 16, 128] (a = [[0.0; N]; N], x = [0.0; N]);
        gemv_flat [N = 16, 128] (a = vec![0.0; N * N], x = vec![0.0; N]);
        rank_one_update [N = 16, 128] (first = [[0.0; N]; N], x = [0.0; N], y = [0.0; N], alpha = 0.0);
        gemm [N = 12, 64] (a = [[0.0; N]; N], b = [[0.0; N]; N], first = [[0.0; N]; N], alpha = 0.0, beta = 0.0);
        gemm_dot [N = 12, 64] (a = [[0.0; N]; N], b = [[0.0; N]; N]);
        syrk [N = 12, 64] (a = [[0.0; N]; N], alpha = 0.0);
        symm [N = 12, 64] (a = [[0.0; N]; N], b = [[0.0; N]; N], alpha = 0.0);
        trmm [N = 12, 64] (a = [[0.0; N]; N], first = [[0.0; N]; N], alpha = 0.0);
        trmv [N = 16, 128] (l = [[0.0; N]; N], x = [0.0; N]);
        lower_solve [N = 16, 128] (l = [[0.0; N]; N], b = [0.0; N]);
        upper_solve [N = 16, 128] (u = [[0.0; N]; N], b = [0.0; N]);
        cholesky [N = 12, 64] (a = [[0.0; N]; N]);
        cholesky_columns [N = 12, 64] (a = [[0.0; N]; N]);
        lu [N = 12, 64] (first = [[0.0; N]; N]);
        lu_rows [N = 12, 64] (first = [[0.0; N]; N]);
        ldl [N = 12, 64] (a = [[0.0; N]; N]);
        gram_schmidt by by_hand::gram_schmidt [N = 12, 64] (first = [[0.0; N]; N]);
        gemver [N = 16, 96] (first = [[0.0; N]; N], u1 = [0.0; N], v1 = [0.0; N], u2 = [0.0; N], v2 = [0.0; N], y = [0.0; N], z = [0.0; N]);
        gesummv [N = 16, 128] (a = [[0.0; N]; N], b = [[0.0; N]; N], x = [0.0; N], alpha = 0.0, beta = 0.0);
        atax [N = 16, 128] (a = [[0.0; N]; N], x = [0.0; N]);
        bicg [N = 16, 128] (a = [[0.0; N]; N], p = [0.0; N], r = [0.0; N]);
        thomas [N = 32, 1000] (a = [0.0; N], b = [0.0; N], c = [0.0; N], d = [0.0; N]);
        jacobi_solver by textbook_by_hand::jacobi_solver [N = 12, 64] (a = [[0.0; N]; N], b = [0.0; N]);
        conjugate_gradient [N = 12, 64] (a = [[0.0; N]; N], b = [0.0; N]);
        contraction [N = 6, 20] (a = [[[0.0; N]; N]; N], c = [[0.0; N]; N]);
    }
}

fn signals(all: &mut Vec<Case>) {
    cases! { all;
        blur [N = 12, 96] (image = [[0.0; N]; N], w = [[0.0; 3]; 3]);
        sobel [N = 12, 96] (image = [[0.0; N]; N]);
        bilateral [N = 10, 48] (image = [[0.0; N]; N], spread = 0.0);
        integral_image [N = 12, 96] (image = [[0.0; N]; N]);
        total_variation [N = 12, 96] (image = vec![0.0; N * N]; N);
        downsampled [N = 12, 96] (image = vec![0.0; N * N]; N);
        fir [N = 64, 1024] (x = vec![0.0; N], h = vec![0.0; 16]);
        fir_windows [N = 64, 1024] (x = vec![0.0; N], h = vec![0.0; 16]);
        biquad [N = 64, 1024] (x = vec![0.0; N], b0 = 0.0, b1 = 0.0, b2 = 0.0, a1 = 0.0, a2 = 0.0);
        iir_in_place [N = 256, 256] (first = [0.0; N], a = 0.0);
        autocorrelation [N = 64, 512] (x = vec![0.0; N]; 16);
        convolution [N = 64, 1024] (x = [0.0; N], h = [0.0; 16]);
        haar [N = 32, 512] (first = [0.0; N]);
        cosine_transform [N = 16, 64] (x = [0.0; N], table = [[0.0; N]; N]);
        power_spectrum [N = 16, 64] (x = vec![0.0; N]);
        fourier [N = 16, 512] (re = [0.0; N], im = [0.0; N]; table::<_, N>(|i| (i as f64).cos()), table::<_, N>(|i| (i as f64).sin()));
        goertzel [N = 64, 1024] (x = vec![0.0; N], c = 0.0);
        least_mean_squares [N = 64, 512] (first = [0.0; 16], x = vec![0.0; N], target = vec![0.0; N], rate = 0.0);
        moving_average [N = 64, 1024] (x = vec![0.0; N]; 8);
        resampled [N = 64, 1024] (x = vec![0.0; N], places = vec![0.0; N]; cells::<N>());
    }
}

fn science(all: &mut Vec<Case>) {
    cases! { all;
        jacobi_1d [N = 32, 400] (first = [0.0; N]);
        jacobi_2d by by_hand::jacobi_2d [N = 12, 64] (first = [[0.0; N]; N], rate = 0.0);
        seidel_2d [N = 12, 64] (first = [[0.0; N]; N]);
        burgers [N = 32, 400] (first = [0.0; N], nu = 0.0);
        heat_3d [N = 6, 16] (first = [[[0.0; N]; N]; N], k = 0.0);
        fdtd_2d [N = 12, 48] (ex = [[0.0; N]; N], ey = [[0.0; N]; N], hz = [[0.0; N]; N], c = 0.0);
        wave by by_hand::wave [N = 32, 400] (first = [0.0; N], speed = [0.0; N]);
        covariance [N = 20, 200] (data = [[0.0; 10]; N]);
        correlation [N = 32, 1000] (x = vec![0.0; N], y = vec![0.0; N]);
        logistic_regression [N = 16, 128] (w = [0.0; 20], x = [[0.0; 20]; N], y = [0.0; N]);
        kernel_density [N = 16, 100] (x = vec![0.0; N], centres = vec![0.0; N], width = 0.0);
        garch [N = 64, 1000] (r = vec![0.0; N], omega = 0.0, alpha = 0.0, beta = 0.0);
        kalman [N = 64, 1000] (z = vec![0.0; N], q = 0.0, r = 0.0);
        distances [N = 12, 100] (x = [[0.0; 3]; N]);
        mixture [N = 16, 500] (x = [0.0; N], mean = [0.0; 5], scale = [0.0; 5]);
        triangle_times_vector [N = 4, 100] (icf = [[0.0; 55]; N], x = [[0.0; 10]; N]);
        n_body [N = 5, 24] (first = [[0.0; 3]; N], mass = [0.0; N]);
        lennard_jones by by_hand::lennard_jones [N = 8, 48] (x = vec![0.0; 3 * N], sigma = 0.0);
        springs [N = 16, 200] (first = [0.0; N], k = 0.0, d = 0.0);
        runge_kutta [N = 10, 300] (state = [0.0; 2], length = 0.0; N);
        arm [N = 6, 100] (angles = [0.0; N], lengths = [0.0; N]);
        horner [N = 8, 256] (c = vec![0.0; 12], x = vec![0.0; N]);
        dense_layers [N = 12, 48] (x = [[0.0; N]; 8], w1 = [[0.0; N]; N], w2 = [[0.0; N]; N]);
        elementwise_layers by by_hand::elementwise_layers [N = 64, 4096] (first = [0.0; N], w = [0.0; 6]);
        recurrent [N = 8, 32] (xs = vec![0.0; 20], w = [[0.0; N]; N], u = [0.0; N]);
        attention [N = 8, 32] (q = [[0.0; 16]; N], k = [[0.0; 16]; N], v = [[0.0; 16]; N]);
    }
}

fn flat(all: &mut Vec<Case>) {
    cases! { all;
        product_flat [N = 12, 48] (a = vec![0.0; N * N], b = vec![0.0; N * N]; N);
        product_of_sums [N = 12, 48] (a = vec![0.0; N * N], b = vec![0.0; N * N]; N);
        cholesky_flat [N = 12, 48] (first = vec![0.0; N * N]; N);
        lu_counted [N = 12, 48] (first = vec![0.0; N * N]; N);
        solve_counted [N = 12, 100] (l = vec![0.0; N * N], b = vec![0.0; N]);
        gemv_counted [N = 12, 100] (a = vec![0.0; N * N], x = vec![0.0; N]);
        sparse_rows [N = 8, 64] (values = vec![0.0; 7 * N], x = vec![0.0; 64]; columns::<448>(), table::<usize, { N + 1 }>(|i| 7 * i));
        dilated [N = 64, 500] (x = vec![0.0; N], w = vec![0.0; 5]; 3);
        relaxation by by_hand::relaxation [N = 12, 48] (first = vec![0.0; N * N], rate = 0.0; N);
        runge_kutta_vectors by by_hand::runge_kutta_vectors [N = 12, 200] (first = vec![0.0; N], coupling = 0.0);
        soft_alignment [N = 8, 40] (a = [0.0; N], b = [0.0; N], gamma = 0.0);
        shortest_paths [N = 8, 40] (first = vec![0.0; N * N]; N);
        soft_clusters [N = 16, 100] (points = vec![0.0; 3 * N], centres = vec![0.0; 15]; 3);
        lstm_loops [N = 4, 16] (xs = vec![0.0; 20], w = [[[0.0; N]; N]; 4], u = [[0.0; N]; 4], b = [[0.0; N]; 4]);
        lattice_boltzmann [N = 16, 200] (first = [[0.0; 3]; N], omega = 0.0);
        euler_flux by by_hand::euler_flux [N = 16, 200] (first = [[0.0; 3]; N]);
        savitzky_golay [N = 32, 1000] (y = vec![0.0; N]);
        kalman_loops [N = 16, 200] (z = vec![0.0; N], q = 0.0, r = 0.0);
        yee_vectors by by_hand::yee_vectors [N = 16, 400] (first = vec![0.0; N], c = 0.0);
        red_black [N = 12, 48] (first = vec![0.0; N * N], b = vec![0.0; N * N]; N);
        polynomial_fit by by_hand::polynomial_fit [N = 16, 200] (c = [0.0; 8], x = [0.0; N], y = [0.0; N]);
        hidden_markov [N = 4, 16] (a = [[0.0; N]; N], emission = [[0.0; 4]; N]; table::<usize, 40>(|i| (i * i + 3 * i) % 4));
    }
}

fn textbook(all: &mut Vec<Case>) {
    cases! { all;
        viterbi by textbook_by_hand::viterbi [N = 4, 16] (trans = [[0.0; N]; N], emit = vec![[0.0; N]; 30]);
        limiter by textbook_by_hand::limiter [N = 32, 400] (first = [0.0; N], c = 0.0);
        batch_norm by textbook_by_hand::batch_norm [N = 16, 200] (x = vec![[0.0; 8]; N], gamma = [0.0; 8], beta = [0.0; 8]);
        kalman_arrays [N = 16, 200] (z = vec![[0.0; 2]; N], f = [[0.0; 4]; 4], q = 0.0, r = 0.0);
        recurrence_in_place by textbook_by_hand::recurrence_in_place [N = 32, 1000] (first = vec![0.0; N], rate = 0.0);
        binomial_option [N = 16, 100] (s = 0.0, sigma = 0.0, strike = 0.0; N);
        conv_borders by textbook_by_hand::conv_borders [N = 32, 800] (x = vec![0.0; N], w = vec![0.0; 7]);
        gauss_elimination [N = 12, 48] (first = vec![0.0; N * N], b0 = vec![0.0; N]);
        max_pool by textbook_by_hand::max_pool [N = 12, 96] (image = [[0.0; N]; N]);
        prefix_sums by textbook_by_hand::prefix_sums [N = 32, 1000] (x = vec![0.0; N]);
    }
}

fn everyday(all: &mut Vec<Case>) {
    cases! { all;
        edit_distance [N = 8, 60] (a = vec![0.0; N], b = vec![0.0; N], gap = 0.0);
        epidemic [N = 16, 400] (beta = 0.0, gamma = 0.0, data = vec![0.0; N]);
        spline [N = 16, 400] (x = vec![0.0; N], y = vec![0.0; N]);
        sampled_image [N = 16, 300] (image = vec![0.0; 1024], xs = vec![0.0; N], ys = vec![0.0; N]);
        power_iteration [N = 8, 64] (a = vec![0.0; N * N], first = vec![0.0; N]);
        householder [N = 8, 40] (first = vec![0.0; N * N]; N);
        softmax_regression [N = 8, 100] (w = vec![0.0; 80], x = vec![0.0; 16 * N]; table::<usize, N>(|i| (i * i + 2) % 5), 16, 5);
        holt_winters [N = 32, 1000] (y = vec![0.0; N], alpha = 0.0, beta = 0.0, gamma = 0.0);
        portfolio [N = 8, 200] (spots = vec![0.0; N], strikes = vec![0.0; N], sigma = 0.0, rate = 0.0);
        over_relaxation [N = 10, 48] (first = vec![0.0; N * N], source = vec![0.0; N * N], omega = 0.0; N);
        chain_of_beads [N = 6, 60] (k = 0.0, damping = 0.0, wind = [0.0; N]);
        gram_form [N = 8, 60] (x = vec![0.0; 4 * N], alpha = vec![0.0; N], scale = 0.0; 4);
        layer_norm [N = 8, 100] (x = vec![0.0; 16 * N], gain = vec![0.0; 16], bias = vec![0.0; 16]);
        upwind [N = 10, 48] (first = vec![0.0; N * N], u = vec![0.0; N * N], v = vec![0.0; N * N]; N);
        planets [N = 4, 24] (first = vec![0.0; 3 * N], masses = vec![0.0; N]);
        gyroscope [N = 16, 400] (rates = vec![[0.0; 3]; N], bias = [0.0; 3]);
        crank_nicolson [N = 16, 400] (first = [0.0; N], k = [0.0; N]);
        elastic_net [N = 8, 200] (w = vec![0.0; 12], x = vec![0.0; 12 * N], y = vec![0.0; N], l1 = 0.0);
        channels [N = 8, 32] (x = [[[0.0; N]; N]; 3], w = [[[[0.0; 3]; 3]; 3]; 4], b = [0.0; 4]);
        rays [N = 8, 100] (directions = vec![[0.0; 3]; N], spheres = vec![[0.0; 4]; 6]);
        pooled [N = 32, 600] (x = vec![0.0; N], w = vec![0.0; 6]; 6);
    }
}

fn calls(all: &mut Vec<Case>) {
    cases! { all;
        advected [N = 32, 1000] (first = vec![0.0; N], speed = 0.0, dt = 0.0);
        gated_recurrent [N = 8, 32] (update = vec![0.0; N * (N + 2)], reset = vec![0.0; N * (N + 2)], change = vec![0.0; N * (N + 2)], inputs = vec![0.0; 20]; N);
        repelled [N = 8, 60] (first = vec![[0.0; 2]; N], rate = 0.0);
    }
}

fn methods(all: &mut Vec<Case>) {
    cases! { all;
        diffused [N = 8, 16] (first = vec![0.0; N * N], rate = 0.0; N);
        powers [N = 8, 32] (first = vec![0.0; N * N]; N);
    }
}

fn chains(all: &mut Vec<Case>) {
    cases! { all;
        logistic_steps [N = 16, 1000] (first = vec![0.0; N], rates = vec![0.0; N]);
        layers_of_chains [N = 8, 64] (w = vec![0.0; N * N], first = vec![0.0; N]);
        heat_of_vectors [N = 16, 1000] (first = vec![0.0; N], k = 0.0);
        smoothed_windows [N = 16, 1000] (a = vec![0.0; N], b = vec![0.0; N]);
        rectified [N = 16, 1000] (a = vec![0.0; N], b = vec![0.0; N]);
        unit_vector [N = 16, 1000] (a = vec![0.0; N], b = vec![0.0; N]);
    }
}
